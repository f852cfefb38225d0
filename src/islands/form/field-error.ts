import { use } from 'react'
import { failureOf } from '../../lib/validation/rule.ts'
import { failureText } from './failure-text.ts'
import { Revealed } from './revealed.ts'

/** A field of a TanStack form, as far as a control needs it. */
export interface BoundField<Value> {
  name: string
  state: { value: Value; meta: { isBlurred: boolean; errors: readonly unknown[] } }
  handleChange: (value: Value) => void
  handleBlur: () => void
}

/** What to say about the field, once it was left or its step was: never while it is first typed in. */
export function useFieldError(
  { state: { meta } }: Pick<BoundField<unknown>, 'state'>,
  label: string,
): string | undefined {
  const isRevealed = use(Revealed)
  const [failure] = meta.errors
  if (failure === undefined || !(isRevealed || meta.isBlurred)) return undefined
  return failureText(label, failureOf(failure))
}

/** For `aria-describedby`: the ids of those of a field's texts that there are. */
export function described(id: string, texts: { hint?: unknown; error?: unknown }) {
  const ids = [
    texts.hint === undefined ? [] : `${id}-hint`,
    texts.error === undefined ? [] : `${id}-error`,
  ].flat()
  return ids.length === 0 ? undefined : ids.join(' ')
}
