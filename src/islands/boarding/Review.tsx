import { useStore } from '@nanostores/react'
import { useSelector } from '@tanstack/react-form'
import {
  customerFields,
  fieldsIn,
  textOf,
  type BoardingStep,
  type BoardingValues,
} from '../../lib/domain/customer.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { Steps } from '../../stores/form/steps.ts'
import type { KeptForm } from '../form/kept-form.ts'
import { Button } from '../ui/Button.tsx'
import { problemText } from '../ui/Text.tsx'

export type BoardingForm = KeptForm<BoardingValues>

interface Props {
  form: BoardingForm
  /** Whoever boards for themselves has an account. */
  isPolaris: boolean
  steps: Steps<BoardingStep>
  onChange: (step: BoardingStep, field: string) => void
}

/** What is made, with the step that it is filled in at and the group of its fields. */
const made = [
  ['boarding:reviewAccount', 'merchant_info', 'merchant_info'],
  ['boarding:reviewAdministration', 'serial_info', 'serial_info.serial'],
  ['boarding:locationGroup', 'serial_info', 'serial_info.location'],
] as const

/** What was filled in at the required fields of a group, in a line. */
const said = (values: BoardingValues, group: string) =>
  fieldsIn(group)
    .map((field) => {
      const { isRequired, told } = customerFields[field]
      const text = textOf(values, field)
      return isRequired && (told?.(text, pageLocale()) ?? text)
    })
    .filter(Boolean)
    .join(', ')

/** What is made of what was filled in, before it is sent. */
export function Review({ form, isPolaris, steps, onChange }: Props) {
  const problems = useStore(steps.$problems)
  const values = useSelector(form.store, (state) => state.values)
  return (
    <section className="review" aria-labelledby="review">
      <h3 id="review">{translate('boarding:review')}</h3>
      <dl className="panel facts">
        {made.slice(isPolaris ? 1 : 0).map(([name, step, group]) => {
          const fields: readonly string[] = fieldsIn(group)
          const lacks = (problems?.[step] ?? []).filter(({ field }) => fields.includes(field))
          const target = lacks[0]?.field ?? fields[0] ?? ''
          return (
            <div key={name}>
              <dt>{translate(name)}</dt>
              <dd>
                <span translate="no">{said(values, group)}</span>
                {lacks.map((problem) => (
                  <span className="review-lack" key={problem.field}>
                    {problemText(problem)}
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
    </section>
  )
}
