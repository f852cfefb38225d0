import type { MessageKey } from '../i18n/messages.ts'

/** Step of a form (§2). */
export interface FormStep<Name extends string = string> {
  /** Name of the step, which also appears in the address. */
  name: Name
  label: MessageKey
  /** Labels of the step's fields, by field name. */
  fields: Readonly<Record<string, MessageKey>>
}

/** Returns an address with the step of a form. */
export function withStep(address: URL, step: string): URL {
  const result = new URL(address)
  result.searchParams.set('step', step)
  return result
}
