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
import { getRuleMessage } from '../../lib/validation/rule.ts'
import {
  createAriaAttributes,
  FieldTexts,
  ignoredByPasswordManagers,
  LabelledField,
  Select,
} from '../ui/FieldTexts.tsx'
import { formatFieldProblem } from '../ui/Text.tsx'

/** True if errors are shown before the user edits fields. */
export const ErrorsRevealedContext = createContext(false)

/** Part of a TanStack field that a form control uses. */
export interface BoundField<Value> {
  name: string
  state: { value: Value; meta: { isBlurred: boolean; errors: readonly unknown[] } }
  handleChange: (value: Value) => void
  handleBlur: () => void
}

/** Returns the error once the user has left the field or step. */
function useFieldError({ state: { meta } }: Pick<BoundField<unknown>, 'state'>, label: string) {
  const isRevealed = use(ErrorsRevealedContext)
  const [failure] = meta.errors
  if (failure === undefined || !(isRevealed || meta.isBlurred)) return undefined
  return formatFieldProblem(label, getRuleMessage(failure))
}

interface FieldProps<Value> {
  field: BoundField<Value>
  label: string
  hint?: string | undefined
  isRequired?: boolean
  isDisabled?: boolean
}

type InputAttributes = Pick<
  ComponentProps<'input'>,
  'type' | 'placeholder' | 'autoComplete' | 'inputMode'
>

interface TextProps extends FieldProps<string>, InputAttributes {
  /** Suggestions for the text field: `code` is filled in, `name` is displayed. */
  offers?: readonly { code: string; name: string }[] | undefined
  /** Normalises the value on blur. */
  tidy?: ((value: string) => string) | undefined
}

const readingEvent = 'read-fields'

/** Reads text fields that autofill tools changed without an event. */
export const syncTextFields = () => document.dispatchEvent(new Event(readingEvent))

export function TextField({ field, label, hint, isRequired, isDisabled, ...props }: TextProps) {
  const { type = 'text', offers, tidy, ...attributes } = props
  const error = useFieldError(field, label)
  const id = field.name
  const { value } = field.state

  const input = useRef<HTMLInputElement>(null)
  // A controlled input could overwrite text unknown to the form.
  useLayoutEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value
  }, [value])
  const readInput = useEffectEvent(() => {
    const filledIn = input.current?.value ?? value
    if (filledIn !== value) field.handleChange(filledIn)
  })
  useEffect(() => {
    const onReading = () => readInput()
    document.addEventListener(readingEvent, onReading)
    return () => document.removeEventListener(readingEvent, onReading)
  }, [])

  return (
    <LabelledField {...{ id, label, hint, error, isRequired }}>
      <input
        {...attributes}
        {...(type === 'email' || type === 'password' ? ignoredByPasswordManagers : {})}
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
        {...createAriaAttributes(id, { hint, error }, isRequired)}
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
    </LabelledField>
  )
}

type SelectProps = FieldProps<Id | null> &
  Pick<ComponentProps<typeof Select>, 'options' | 'placeholder'>

/** Select field that shows an unknown id as no selection. */
export function SelectField({ field, label, hint, isRequired, isDisabled, ...props }: SelectProps) {
  const error = useFieldError(field, label)
  const id = field.name
  const chosen = props.options.find(({ id }) => String(id) === String(field.state.value))

  return (
    <LabelledField {...{ id, label, hint, error, isRequired }}>
      <Select
        {...props}
        id={id}
        name={id}
        chosen={chosen?.id}
        disabled={isDisabled}
        onChoose={(answer) => {
          const option = props.options.find((each) => String(each.id) === answer)
          field.handleChange(option?.id ?? null)
          field.handleBlur()
        }}
        onBlur={({ currentTarget }) => afterLeaving(currentTarget, field.handleBlur)}
        {...createAriaAttributes(id, { hint, error }, isRequired)}
      />
    </LabelledField>
  )
}

interface SwitchProps extends Omit<FieldProps<boolean>, 'label' | 'isRequired'> {
  label: ReactNode
}

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
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter in a checkbox would submit the form.
            event.preventDefault()
            field.handleChange(!field.state.value)
          }}
          aria-describedby={createAriaAttributes(id, { hint })['aria-describedby']}
        />
        {label}
      </label>
      <FieldTexts id={id} hint={hint} />
    </div>
  )
}

interface CardsProps<Option> extends FieldProps<Option | null> {
  /** Name of the field in error messages. */
  name: string
  options: readonly Option[]
  optionId: (option: Option) => string | number
  /** Renders phrasing content, because a card is a `label` element. */
  card: (option: Option) => ReactNode
}

/** Radio cards (§2) with the selected option as form value. */
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
      {...createAriaAttributes(id, { hint, error }, true)}
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
              // Links in the error summary lead to the first radio card.
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

/** Tasks to run on pointer release, or null if not pressed. */
let tasksAfterRelease: (() => void)[] | null = null

// Firefox matches no `:active` element while the focus moves.
if ('document' in globalThis) {
  const release = () => {
    // The click event follows the pointer release.
    for (const task of tasksAfterRelease ?? []) setTimeout(task)
    tasksAfterRelease = null
  }
  addEventListener('pointerdown', () => (tasksAfterRelease ??= []), { capture: true })
  for (const end of ['pointerup', 'pointercancel'])
    addEventListener(end, release, { capture: true })
}

/** Delays a task so that a pressed button does not move. */
function afterLeaving(field: Element, task: () => void): void {
  const run = () => {
    // The task is skipped if the user has left the step.
    if (!field.matches(':disabled, [inert] *')) task()
  }
  if (tasksAfterRelease) tasksAfterRelease.push(run)
  else run()
}
