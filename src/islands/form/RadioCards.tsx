import type { ReactNode } from 'react'
import { described, FieldTexts } from '../ui/FieldTexts.tsx'
import { afterLeaving } from './after-press.ts'
import { useFieldError, type BoundField } from './field-error.ts'
import './fields.css'

interface Props<Option> {
  field: BoundField<Option | null>
  /** What it asks. */
  label: string
  /** What it is called in a message about it. */
  name: string
  hint?: string | undefined
  options: readonly Option[]
  optionId: (option: Option) => string | number
  /** What stands on a card: phrasing content, for it is a label. */
  card: (option: Option) => ReactNode
}

/** One of several options, each on a card (§2); the form holds the whole chosen option, or null. */
export function RadioCards<Option>({ field, ...props }: Props<Option>) {
  const { label, hint, options, optionId, card } = props
  const error = useFieldError(field, props.name)
  const id = field.name
  const { value } = field.state
  const chosen = value === null ? undefined : optionId(value)

  return (
    <fieldset
      className="radio-cards"
      role="radiogroup"
      aria-required="true"
      aria-invalid={error !== undefined}
      aria-describedby={described(id, { hint, error })}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) afterLeaving(currentTarget, field.handleBlur)
      }}
    >
      <legend>{label}</legend>
      <FieldTexts id={id} hint={hint} error={error} />
      <div className="radio-cards-grid">
        {options.map((option, index) => (
          <label key={optionId(option)}>
            <input
              // An error leads to the first card.
              id={index === 0 ? id : `${id}-${index}`}
              type="radio"
              name={id}
              value={optionId(option)}
              required
              checked={optionId(option) === chosen}
              onChange={() => field.handleChange(option)}
            />
            {card(option)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
