import { useSelector } from '@tanstack/react-form'
import {
  customerFields,
  fieldsIn,
  textOf,
  type BoardingStep,
  type BoardingValues,
} from '../../lib/domain/customer.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { KeptForm, Problem } from '../form/kept-form.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Notice.tsx'
import { Requirements } from '../ui/Requirements.tsx'

export type BoardingForm = KeptForm<BoardingValues>

interface Props {
  form: BoardingForm
  /** Whoever boards for themselves has an account. */
  isPolaris: boolean
  problemsOf: (step: BoardingStep) => readonly Problem[]
  onChange: (step: BoardingStep, field: string) => void
}

/** What is made, with the step that it is filled in at and the group of its fields. */
const made = [
  ['boarding:reviewAccount', 'merchant_info', 'merchant_info'],
  ['boarding:reviewAdministration', 'serial_info', 'serial_info.serial'],
  ['boarding:locationGroup', 'serial_info', 'serial_info.location'],
] as const

/** What was filled in at the required fields of a group, in a line. */
function said(values: BoardingValues, group: string): string {
  const facts = fieldsIn(group).map((field) => {
    const { isRequired, told } = customerFields[field]
    const text = textOf(values, field)
    return isRequired && (told?.(text, pageLocale()) ?? text)
  })
  return facts.filter(Boolean).join(', ')
}

/** What is made of what was filled in, before it is sent. */
export function Review({ form, isPolaris, problemsOf, onChange }: Props) {
  const values = useSelector(form.store, (state) => state.values)
  return (
    <Panel id="review" className="review" title="boarding:review" heading="h3">
      <dl className="facts">
        {made.slice(isPolaris ? 1 : 0).map(([name, step, group]) => {
          const fields: readonly string[] = fieldsIn(group)
          const lacks = problemsOf(step).filter(({ field }) => fields.includes(field))
          const target = lacks[0]?.field ?? fields[0] ?? ''
          return (
            <div key={name}>
              <dt>{translate(name)}</dt>
              <dd>
                <span translate="no">{said(values, group)}</span>
                {lacks.map(({ field, text }) => (
                  <span className="review-lack" key={field}>
                    {text}
                  </span>
                ))}
              </dd>
              <dd>
                <Button
                  kind="quiet"
                  text="boarding:change"
                  aria-label={`${translate('boarding:change')} ${translate(name)}`}
                  onClick={() => onChange(step, target)}
                />
              </dd>
            </div>
          )
        })}
      </dl>
    </Panel>
  )
}

export function Needed({ form }: Pick<Props, 'form'>) {
  const name = useSelector(form.store, ({ values }) => values.serial_info.serial.name)
  return <Requirements administration={name.trim()} heading="h3" />
}
