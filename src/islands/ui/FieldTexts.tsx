import { translate } from '../../lib/i18n/page.ts'
import './field-need.css'

/** Texts about a field, by their kind. */
export interface Texts {
  hint?: string | undefined
  error?: string | undefined
}

const kinds = ['hint', 'error'] as const
const told = (texts: Texts) => kinds.filter((kind) => texts[kind] !== undefined)

/** The hint of a field and what is wrong with it, as far as there are. */
export function FieldTexts({ id, ...texts }: Texts & { id: string }) {
  return told(texts).map((kind) => (
    <p className={`field-${kind}`} id={`${id}-${kind}`} key={kind}>
      {texts[kind]}
    </p>
  ))
}

/** For `aria-describedby`: the ids of those texts. */
export function described(id: string, texts: Texts): string | undefined {
  return (
    told(texts)
      .map((kind) => `${id}-${kind}`)
      .join(' ') || undefined
  )
}

/** Says beside a label that the field may stay empty; a control tells assistive technology of the others. */
export function FieldNeed({ isRequired }: { isRequired: boolean | undefined }) {
  return isRequired === false && <span className="field-need"> {translate('form:optional')}</span>
}
