import type { HTMLAttributes, HTMLInputAutoCompleteAttribute } from 'react'
import { afterPress } from './after-press.ts'
import { useFieldError, type BoundField } from './field-error.ts'
import { described, FieldTexts } from './FieldTexts.tsx'
import './fields.css'

interface Props {
  field: BoundField<string>
  label: string
  hint?: string | undefined
  placeholder?: string
  type?: 'text' | 'email' | 'url' | 'tel' | 'password'
  autoComplete?: HTMLInputAutoCompleteAttribute
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  isRequired?: boolean
  isDisabled?: boolean
}

/** Each password manager has an attribute of its own for what it is to leave alone (§5). */
const unmanaged = {
  'data-1p-ignore': true,
  'data-bwignore': true,
  'data-lpignore': 'true',
  'data-form-type': 'other',
}

/** A line of text that the form holds under the field's name; that is the element's id as well. */
export function TextField({
  field,
  label,
  hint,
  type = 'text',
  isRequired = false,
  isDisabled,
  ...input
}: Props) {
  const error = useFieldError(field, label)
  const id = field.name

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <FieldTexts id={id} hint={hint} error={error} />
      <input
        {...input}
        {...(type === 'email' || type === 'password' ? unmanaged : {})}
        id={id}
        name={id}
        type={type}
        value={field.state.value}
        disabled={isDisabled}
        onChange={(event) => field.handleChange(event.target.value)}
        onBlur={() => afterPress(field.handleBlur)}
        aria-required={isRequired}
        aria-invalid={error !== undefined}
        aria-describedby={described(id, { hint, error })}
      />
    </div>
  )
}
