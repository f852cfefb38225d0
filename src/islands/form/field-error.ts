import { use } from 'react'
import { failureOf } from '../../lib/validation/rule.ts'
import { failureText } from './failure-text.ts'
import { Revealed } from './revealed.ts'

/** A field of a TanStack form, or anything else, as far as a control needs it. */
export interface BoundField<Value> {
  name: string
  state: { value: Value; meta: { isBlurred: boolean; errors: readonly unknown[] } }
  handleChange: (value: Value) => void
  handleBlur: () => void
}

/**
 * What to say about the field, once it was left or its step was: never while it is first typed in.
 *
 * @param isLive says it at once
 */
export function useFieldError(
  { state: { meta } }: Pick<BoundField<unknown>, 'state'>,
  label: string,
  isLive?: boolean,
): string | undefined {
  const isRevealed = use(Revealed)
  const [failure] = meta.errors
  if (failure === undefined || !(isLive || isRevealed || meta.isBlurred)) return undefined
  return failureText(label, failureOf(failure))
}
