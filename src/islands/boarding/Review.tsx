import { useStore } from '@nanostores/react'
import { useSelector } from '@tanstack/react-form'
import {
  customerFields,
  listNestedTextFields,
  getText,
  type BoardingStep,
  type BoardingValues,
} from '../../lib/domain/customer.ts'
import { getPageLocale, translate } from '../../lib/i18n/page.ts'
import type { Steps } from '../../stores/form/steps.ts'
import type { AutosaveForm } from '../form/kept-form.ts'
import { Button } from '../ui/Button.tsx'
import { formatProblem } from '../ui/Text.tsx'

export type BoardingForm = AutosaveForm<BoardingValues>

interface ReviewProps {
  form: BoardingForm
  isPolaris: boolean
  steps: Steps<BoardingStep>
  onChange: (step: BoardingStep, field: string) => void
}

/** Label, step and field group of each created record. */
const records = [
  ['boarding:reviewAccount', 'merchant_info', 'merchant_info'],
  ['boarding:reviewAdministration', 'serial_info', 'serial_info.serial'],
  ['boarding:locationGroup', 'serial_info', 'serial_info.location'],
] as const

const requiredTexts = (values: BoardingValues, group: string) =>
  listNestedTextFields(group)
    .map((field) => {
      const { isRequired, reviewText } = customerFields[field]
      const text = getText(values, field)
      return isRequired && (reviewText?.(text, getPageLocale()) ?? text)
    })
    .filter(Boolean)
    .join(', ')

/** Overview of the records that a submit will create. */
export function BoardingReview({ form, isPolaris, steps, onChange }: ReviewProps) {
  const problems = useStore(steps.$problems)
  const values = useSelector(form.store, (state) => state.values)
  return (
    <section className="review" aria-labelledby="review">
      <h3 id="review">{translate('boarding:review')}</h3>
      <dl className="panel facts">
        {records.slice(isPolaris ? 1 : 0).map(([name, step, group]) => {
          const fields: readonly string[] = listNestedTextFields(group)
          const missing = (problems?.[step] ?? []).filter(({ field }) => fields.includes(field))
          const target = missing[0]?.field ?? fields[0] ?? ''
          return (
            <div key={name}>
              <dt>{translate(name)}</dt>
              <dd>
                <span translate="no">{requiredTexts(values, group)}</span>
                {missing.map((problem) => (
                  <span className="review-lack" key={problem.field}>
                    {formatProblem(problem)}
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
