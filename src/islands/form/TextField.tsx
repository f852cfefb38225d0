import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ComponentProps } from 'react'
import { described, FieldNeed, FieldTexts } from '../ui/FieldTexts.tsx'
import { afterLeaving } from './after-press.ts'
import { useFieldError, type BoundField } from './field-error.ts'
import './fields.css'

type Attributes = Pick<
  ComponentProps<'input'>,
  'type' | 'placeholder' | 'autoComplete' | 'inputMode'
>

interface Props extends Attributes {
  field: BoundField<string>
  label: string
  hint?: string | undefined
  /** Said beside the label, whichever it is; not said where it is left out. */
  isRequired?: boolean
  isDisabled?: boolean
  /** Codes that are offered by their names while it is filled in: anything else may be, too. */
  offers?: readonly { code: string; name: string }[] | undefined
  /** What an answer becomes once the field is left. */
  tidy?: ((value: string) => string) | undefined
}

/** Each password manager has an attribute of its own for what it is to leave alone (§5). */
const unmanaged = {
  'data-1p-ignore': true,
  'data-bwignore': true,
  'data-lpignore': 'true',
  'data-form-type': 'other',
}

const readingEvent = 'read-fields'

/**
 * Has every field take what stands in it: some password managers and tools that fill in set a value
 * without an event.
 */
export const readFields = () => document.dispatchEvent(new Event(readingEvent))

/** A line of text that the form holds under the field's name; that is the element's id as well. */
export function TextField({
  field,
  label,
  hint,
  type = 'text',
  isRequired,
  isDisabled,
  offers,
  tidy,
  ...attributes
}: Props) {
  const error = useFieldError(field, label)
  const id = field.name
  const { value } = field.state

  const input = useRef<HTMLInputElement>(null)
  // Only what the form changes is put there: a rendering would wipe what it does not know yet.
  useLayoutEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value
  }, [value])
  const read = useEffectEvent(() => {
    const filledIn = input.current?.value ?? value
    if (filledIn !== value) field.handleChange(filledIn)
  })
  useEffect(() => {
    const onReading = () => read()
    document.addEventListener(readingEvent, onReading)
    return () => document.removeEventListener(readingEvent, onReading)
  }, [])

  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        <FieldNeed isRequired={isRequired} />
      </label>
      <FieldTexts id={id} hint={hint} error={error} />
      <input
        {...attributes}
        {...(type === 'email' || type === 'password' ? unmanaged : {})}
        ref={input}
        id={id}
        name={id}
        type={type}
        list={offers && `${id}-offers`}
        defaultValue={value}
        disabled={isDisabled}
        onChange={(event) => field.handleChange(event.target.value)}
        onBlur={({ currentTarget }) => {
          const typed = currentTarget.value
          const tidied = tidy?.(typed) ?? typed
          if (tidied !== value) field.handleChange(tidied)
          afterLeaving(currentTarget, field.handleBlur)
        }}
        aria-required={isRequired ?? false}
        aria-invalid={error !== undefined}
        aria-describedby={described(id, { hint, error })}
      />
      {offers && (
        <datalist id={`${id}-offers`}>
          {offers.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </datalist>
      )}
    </div>
  )
}
