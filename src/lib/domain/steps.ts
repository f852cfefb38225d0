import type { MessageKey } from '../i18n/messages.ts'

/** A step of a form (§2). */
export interface FormStep<Name extends string = string> {
  /** Also names the step in the address. */
  name: Name
  label: MessageKey
  /** The fields of the form's rules, by name, with their labels; what a store checks is among its `$problems`. */
  fields: Readonly<Record<string, MessageKey>>
}

/** An address with the step of a form in it. */
export function withStep(address: URL, step: string): URL {
  const result = new URL(address)
  result.searchParams.set('step', step)
  return result
}
