import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type ReactNode,
} from 'react'
import type { Id } from '../../lib/api/endpoint.ts'
import { failureOf } from '../../lib/validation/rule.ts'
import { ariaOf, FieldTexts, Labelled, Select } from '../ui/FieldTexts.tsx'
import { failureText } from '../ui/Text.tsx'

/** Whether the fields inside show their errors, also those in which nobody typed yet. */
export const Revealed = createContext(false)

/** What a control needs of a field; a field of a TanStack form has it. Its name is the element's id. */
export interface BoundField<Value> {
  name: string
  state: { value: Value; meta: { isBlurred: boolean; errors: readonly unknown[] } }
  handleChange: (value: Value) => void
  handleBlur: () => void
}

/** The error to show, once the field or its step was left: not while somebody first types in it. */
function useFieldError(
  { state: { meta } }: Pick<BoundField<unknown>, 'state'>,
  label: string,
): string | undefined {
  const isRevealed = use(Revealed)
  const [failure] = meta.errors
  if (failure === undefined || !(isRevealed || meta.isBlurred)) return undefined
  return failureText(label, failureOf(failure))
}

interface FieldProps<Value> {
  field: BoundField<Value>
  label: string
  hint?: string | undefined
  /** Said beside the label, whichever it is; not said where it is left out. */
  isRequired?: boolean
  isDisabled?: boolean
}

type Attributes = 'type' | 'placeholder' | 'autoComplete' | 'inputMode'

interface TextProps extends FieldProps<string>, Pick<ComponentProps<'input'>, Attributes> {
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

export function TextField({ field, label, hint, isRequired, isDisabled, ...props }: TextProps) {
  const { type = 'text', offers, tidy, ...attributes } = props
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
    <Labelled {...{ id, label, hint, error, isRequired }}>
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
        {...ariaOf(id, { hint, error }, isRequired)}
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
    </Labelled>
  )
}

type SelectProps = FieldProps<Id | null> &
  Pick<ComponentProps<typeof Select>, 'options' | 'placeholder'>

/** One of a short list, by its id. An id that is not in the list is kept, and shown as none. */
export function SelectField({ field, label, hint, isRequired, isDisabled, ...props }: SelectProps) {
  const { options, placeholder } = props
  const error = useFieldError(field, label)
  const id = field.name
  const chosen = options.find((option) => option.id === field.state.value)

  return (
    <Labelled {...{ id, label, hint, error, isRequired }}>
      <Select
        id={id}
        name={id}
        options={options}
        placeholder={placeholder}
        chosen={chosen?.id}
        disabled={isDisabled}
        onChoose={(answer) => {
          const option = options.find((each) => String(each.id) === answer)
          field.handleChange(option?.id ?? null)
          // What is wrong with a choice is told at once.
          field.handleBlur()
        }}
        onBlur={({ currentTarget }) => afterLeaving(currentTarget, field.handleBlur)}
        {...ariaOf(id, { hint, error }, isRequired)}
      />
    </Labelled>
  )
}

interface SwitchProps extends Omit<FieldProps<boolean>, 'label' | 'isRequired'> {
  label: ReactNode
}

/** On or off. Both are answers: there is nothing to say about an error. */
export function SwitchField({ field, label, hint, isDisabled }: SwitchProps) {
  const id = field.name
  return (
    <div className="field">
      <label className="switch">
        <input
          id={id}
          name={id}
          type="checkbox"
          role="switch"
          checked={field.state.value}
          disabled={isDisabled}
          onChange={({ target }) => field.handleChange(target.checked)}
          aria-describedby={ariaOf(id, { hint })['aria-describedby']}
        />
        {label}
      </label>
      <FieldTexts id={id} hint={hint} />
    </div>
  )
}

interface CardsProps<Option> extends FieldProps<Option | null> {
  /** What it is called in a message about it. */
  name: string
  options: readonly Option[]
  optionId: (option: Option) => string | number
  /** What stands on a card: phrasing content, for it is a label. */
  card: (option: Option) => ReactNode
}

/** One of several options, each on a card (§2); the form holds the whole chosen option, or null. */
export function RadioCards<Option>({ field, label, hint, ...props }: CardsProps<Option>) {
  const { options, optionId, card } = props
  const error = useFieldError(field, props.name)
  const id = field.name
  const { value } = field.state
  const chosen = value === null ? undefined : optionId(value)

  return (
    <fieldset
      className="radio-cards"
      role="radiogroup"
      {...ariaOf(id, { hint, error }, true)}
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

/** What waits until the mouse button or finger that is down is released; null: none is down. */
let waiting: (() => void)[] | null = null

// Firefox tells of no element that is `:active` while the focus goes.
if ('document' in globalThis) {
  const release = () => {
    // The click follows in the same task.
    for (const task of waiting ?? []) setTimeout(task)
    waiting = null
  }
  addEventListener('pointerdown', () => (waiting ??= []), { capture: true })
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, release, { capture: true })
}

/**
 * Runs a task for a field that was left, once no mouse button or finger is down: an error that appears
 * above a button moves it away before it is released, and the click would be lost. It does not where the
 * step was left with the field, which puts that out of reach: then nobody passed it by.
 */
function afterLeaving(field: Element, task: () => void): void {
  const run = () => {
    if (!field.matches(':disabled, [inert] *')) task()
  }
  if (waiting) waiting.push(run)
  else run()
}
