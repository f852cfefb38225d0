import { useSelector } from '@tanstack/react-form'
import type { BoardingStep } from '../../lib/domain/boarding-steps.ts'
import { countries, countryCode } from '../../lib/domain/countries.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { Person } from '../../lib/identity/user.ts'
import { Button } from '../ui/Button.tsx'
import { Requirements } from '../ui/Requirements.tsx'
import type { Problem } from '../form/problems.ts'
import type { BoardingForm } from './fields.tsx'
import './review.css'

interface Props {
  form: BoardingForm
  /** Who boards in the polaris flow, and so for themselves; else null. */
  merchant: Person | null
  problemsOf: (step: BoardingStep) => readonly Problem[]
  /** Goes to a field of a step. */
  onChange: (step: BoardingStep, field: string) => void
}

/** What is made, the step that it is filled in at, and the fields, each with what is said of it. */
type Row = readonly [MessageKey, BoardingStep, Readonly<Record<string, string | undefined>>]

/** What is made of what was filled in, and what SnelStart has to allow, before it is sent. */
export function Review({ form, merchant, problemsOf, onChange }: Props) {
  const { merchant_info: account, ...values } = useSelector(form.store, (state) => state.values)
  const { serial, location } = values.serial_info
  const code = countryCode(serial.country_code)
  const country = countries(pageLocale()).find((each) => each.code === code)
  const username = { 'merchant_info.username': account.username }
  const made: Row[] = [
    [
      'boarding:reviewAccount',
      'merchant_info',
      { 'merchant_info.full_name': account.full_name, ...username },
    ],
    [
      'boarding:reviewAdministration',
      'serial_info',
      {
        'serial_info.serial.name': serial.name,
        'serial_info.serial.coc': serial.coc && `${translate('boarding:coc')} ${serial.coc}`,
        'serial_info.serial.country_code': country?.name ?? code,
        'serial_info.serial.website_url': serial.website_url,
      },
    ],
    ['boarding:locationGroup', 'serial_info', { 'serial_info.location.name': location.name }],
    [
      'boarding:subscriptionStep',
      'subscription',
      { 'subscription.selected': values.subscription.selected?.name },
    ],
    [
      'boarding:reviewAccess',
      'merchant_info',
      { ...username, means: account.username && translate('boarding:reviewAccessHelp') },
    ],
  ]
  return (
    <>
      <section className="panel review" aria-labelledby="review">
        <h3 id="review">{translate('boarding:review')}</h3>
        <dl className="facts">
          {made.map(([name, step, facts]) => {
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
      </section>
      <Requirements administration={serial.name.trim()} heading="h3" />
    </>
  )
}
