import type { Id } from '../../lib/api/endpoint.ts'
import { described, FieldNeed, FieldTexts } from '../ui/FieldTexts.tsx'
import { afterLeaving } from './after-press.ts'
import { useFieldError, type BoundField } from './field-error.ts'
import './fields.css'

interface Props {
  field: BoundField<Id | null>
  label: string
  hint?: string | undefined
  options: readonly { id: Id; text: string }[]
  /** The first option, which stands for null. */
  placeholder: string
  /** Said beside the label, whichever it is; not said where it is left out. */
  isRequired?: boolean
  isDisabled?: boolean
}

/**
 * One of a short list; the form holds the chosen option's id, or null. An id that is not in the
 * list is kept, and shown as none.
 */
export function SelectField({ field, label, hint, options, placeholder, ...props }: Props) {
  const { isRequired, isDisabled } = props
  const error = useFieldError(field, label)
  const id = field.name
  const chosen = options.find((option) => option.id === field.state.value)

  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        <FieldNeed isRequired={isRequired} />
      </label>
      <FieldTexts id={id} hint={hint} error={error} />
      <select
        id={id}
        name={id}
        value={String(chosen?.id ?? '')}
        disabled={isDisabled}
        onChange={({ target }) => {
          const option = options.find((each) => String(each.id) === target.value)
          field.handleChange(option?.id ?? null)
          // What is wrong with a choice is told at once.
          field.handleBlur()
        }}
        onBlur={({ currentTarget }) => afterLeaving(currentTarget, field.handleBlur)}
        aria-required={isRequired ?? false}
        aria-invalid={error !== undefined}
        aria-describedby={described(id, { hint, error })}
      >
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.id} value={String(option.id)}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  )
}
