import type { ComponentProps, ReactNode } from 'react'
import type { Id } from '../../lib/api/endpoint.ts'
import { translate } from '../../lib/i18n/page.ts'

interface HintAndError {
  hint?: string | undefined
  error?: string | undefined
}

const presentIn = (texts: HintAndError) =>
  (['hint', 'error'] as const).filter((kind) => texts[kind] !== undefined)

export function FieldTexts({ id, ...texts }: HintAndError & { id: string }) {
  return presentIn(texts).map((kind) => (
    <p className={`field-${kind}`} id={`${id}-${kind}`} key={kind}>
      {texts[kind]}
    </p>
  ))
}

/** Returns ARIA attributes that refer to the hint and error. */
export const createAriaAttributes = (id: string, texts: HintAndError, isRequired = false) => ({
  'aria-required': isRequired,
  'aria-invalid': texts.error !== undefined,
  'aria-describedby':
    presentIn(texts)
      .map((kind) => `${id}-${kind}`)
      .join(' ') || undefined,
})

/** Attributes that make password managers ignore a field (§5). */
export const ignoredByPasswordManagers = {
  'data-1p-ignore': true,
  'data-bwignore': true,
  'data-lpignore': 'true',
  'data-form-type': 'other',
}

interface LabelledProps extends HintAndError {
  id: string
  label: string
  isRequired?: boolean | undefined
  children: ReactNode
}

/** Label, hint and error of a form control. */
export function LabelledField({ id, label, isRequired, children, ...texts }: LabelledProps) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isRequired === false && <span className="help"> {translate('form:optional')}</span>}
      </label>
      <FieldTexts id={id} {...texts} />
      {children}
    </div>
  )
}

interface SelectProps extends ComponentProps<'select'> {
  options: readonly { id: Id; text: string }[]
  /** Text of the empty option, to allow no selection. */
  placeholder?: string
  chosen: Id | undefined
  /** Receives the option's id, or '' for no selection. */
  onChoose: (id: string) => void
}

export function Select({ options, placeholder, chosen, onChoose, ...attributes }: SelectProps) {
  return (
    <select
      {...attributes}
      value={String(chosen ?? '')}
      onChange={({ target }) => onChoose(target.value)}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map(({ id, text }) => (
        <option key={id} value={String(id)}>
          {text}
        </option>
      ))}
    </select>
  )
}
