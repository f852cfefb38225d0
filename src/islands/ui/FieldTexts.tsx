import type { ComponentProps, ReactNode } from 'react'
import type { Id } from '../../lib/api/endpoint.ts'
import { translate } from '../../lib/i18n/page.ts'

interface Texts {
  hint?: string | undefined
  error?: string | undefined
}

const kinds = ['hint', 'error'] as const
const told = (texts: Texts) => kinds.filter((kind) => texts[kind] !== undefined)

export function FieldTexts({ id, ...texts }: Texts & { id: string }) {
  return told(texts).map((kind) => (
    <p className={`field-${kind}`} id={`${id}-${kind}`} key={kind}>
      {texts[kind]}
    </p>
  ))
}

/** What a control says of itself: whether it is required, whether it is wrong, and the ids of those texts. */
export const ariaOf = (id: string, texts: Texts, isRequired = false) => ({
  'aria-required': isRequired,
  'aria-invalid': texts.error !== undefined,
  'aria-describedby':
    told(texts)
      .map((kind) => `${id}-${kind}`)
      .join(' ') || undefined,
})

interface LabelledProps extends Texts {
  id: string
  label: string
  isRequired?: boolean | undefined
  children: ReactNode
}

/** A label, which says that the field may stay empty; a control tells assistive technology of the others. */
export function Labelled({ id, label, isRequired, children, ...texts }: LabelledProps) {
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
  /** The first option, which stands for none. */
  placeholder: string
  chosen: Id | undefined
  /** Takes the id as text; empty: none. */
  onChoose: (id: string) => void
}

export function Select({ options, placeholder, chosen, onChoose, ...attributes }: SelectProps) {
  return (
    <select
      {...attributes}
      value={String(chosen ?? '')}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{placeholder}</option>
      {options.map(({ id, text }) => (
        <option key={id} value={String(id)}>
          {text}
        </option>
      ))}
    </select>
  )
}
