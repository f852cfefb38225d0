import { useSelector } from '@tanstack/react-form'
import {
  customerFields,
  fieldsIn,
  textOf,
  type BoardingStep,
  type BoardingValues,
} from '../../lib/domain/customer.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { Person } from '../../lib/identity/user.ts'
import type { Problem } from '../form/kept-form.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Requirements } from '../ui/Requirements.tsx'
import type { BoardingForm } from './BoardingIsland.tsx'

interface Props {
  form: BoardingForm
  /** Who boards in the polaris flow, and so for themselves; else null. */
  merchant: Person | null
  problemsOf: (step: BoardingStep) => readonly Problem[]
  onChange: (step: BoardingStep, field: string) => void
}

/** What is said of each field of what is made. */
type Facts = Readonly<Record<string, string | undefined>>

/** What is made, with the step that it is filled in at. */
const made = [
  ['boarding:reviewAccount', 'merchant_info', (values) => factsOf(values, 'merchant_info')],
  [
    'boarding:reviewAdministration',
    'serial_info',
    (values) => factsOf(values, 'serial_info.serial'),
  ],
  ['boarding:locationGroup', 'serial_info', (values) => factsOf(values, 'serial_info.location')],
  [
    'boarding:subscriptionStep',
    'subscription',
    ({ subscription }) => ({ 'subscription.selected': subscription.selected?.name }),
  ],
  [
    'boarding:reviewAccess',
    'merchant_info',
    ({ merchant_info: { username } }) => ({
      'merchant_info.username': username,
      means: username && translate('boarding:reviewAccessHelp'),
    }),
  ],
] as const satisfies readonly (readonly [
  MessageKey,
  BoardingStep,
  (values: BoardingValues) => Facts,
])[]

function factsOf(values: BoardingValues, group: string): Facts {
  const facts = fieldsIn(group).map((field) => {
    const { label, told, isToldByLabel = false } = customerFields[field]
    const text = textOf(values, field)
    const said = told?.(text, pageLocale()) ?? text
    return [field, said && isToldByLabel ? `${translate(label)} ${said}` : said] as const
  })
  return Object.fromEntries(facts)
}

/** What is made of what was filled in, and what SnelStart has to allow, before it is sent. */
export function Review({ form, merchant, problemsOf, onChange }: Props) {
  const values = useSelector(form.store, (state) => state.values)
  return (
    <>
      <Panel id="review" className="review" title="boarding:review" heading="h3">
        <dl className="facts">
          {made.map(([name, step, factsIn]) => {
            const facts: Facts = factsIn(values)
            // Whoever boards for themselves fills in nothing of it.
            const isOwn = merchant !== null && step === 'merchant_info'
            if (isOwn && name !== 'boarding:reviewAccess') return null
            const lacks = isOwn ? [] : problemsOf(step).filter(({ field }) => field in facts)
            const target = lacks[0]?.field ?? Object.keys(facts)[0] ?? ''
            return (
              <div key={name}>
                <dt>{translate(name)}</dt>
                <dd>
                  {isOwn && merchant.name}
                  {Object.entries(facts).map(
                    ([field, fact]) => fact && <span key={field}>{fact}</span>,
                  )}
                  {lacks.map(({ field, text }) => (
                    <span className="review-lack" key={field}>
                      {text}
                    </span>
                  ))}
                </dd>
                {!isOwn && (
                  <dd>
                    <Button kind="quiet" onClick={() => onChange(step, target)}>
                      {translate('boarding:change')}
                      <span className="visually-hidden"> {translate(name)}</span>
                    </Button>
                  </dd>
                )}
              </div>
            )
          })}
        </dl>
      </Panel>
      <Requirements administration={values.serial_info.serial.name.trim()} heading="h3" />
    </>
  )
}
