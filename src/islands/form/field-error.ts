import { createContext, use } from 'react'
import { failureOf } from '../../lib/validation/rule.ts'
import { failureText } from './failure-text.ts'

/** Whether the fields inside show their errors, also those in which nobody typed yet. */
export const Revealed = createContext(false)

/** What a control needs of a field; a field of a TanStack form has it. */
export interface BoundField<Value> {
  name: string
  state: { value: Value; meta: { isBlurred: boolean; errors: readonly unknown[] } }
  handleChange: (value: Value) => void
  handleBlur: () => void
}

/**
 * The error to show at a field. Shown once the field or its step was left, not while somebody types in it
 * for the first time.
 */
export function useFieldError(
  { state: { meta } }: Pick<BoundField<unknown>, 'state'>,
  label: string,
): string | undefined {
  const isRevealed = use(Revealed)
  const [failure] = meta.errors
  if (failure === undefined || !(isRevealed || meta.isBlurred)) return undefined
  return failureText(label, failureOf(failure))
}
