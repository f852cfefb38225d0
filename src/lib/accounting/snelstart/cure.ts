import { ledgerNumberPattern, requiredPurposes, type RequiredPurpose } from './ledgers.ts'

/** The one change that a check proposes: another ledger, which exists, or synchronisation (product §2). */
export type Cure = 'sync' | { purpose: RequiredPurpose; number: string }

const parameter = 'cure'

/** The wizard's address with a change that it makes, and shows, before anything is sent. */
export function withCure(wizard: URL, cure: Cure): URL {
  const address = new URL(wizard)
  const text = cure === 'sync' ? cure : `${cure.purpose}-${cure.number}`
  address.searchParams.set(parameter, text)
  return address
}

/** The change that an address asks for, null where it names none that there is; and the address without it. */
export function cureOf(wizard: URL): { cure: Cure | null; rest: URL } {
  const rest = new URL(wizard)
  const text = rest.searchParams.get(parameter)
  rest.searchParams.delete(parameter)
  const [name, number = ''] = text?.split('-') ?? []
  const purpose = requiredPurposes.find((each) => each === name)
  if (purpose && ledgerNumberPattern.test(number)) return { cure: { purpose, number }, rest }
  return { cure: text === 'sync' ? text : null, rest }
}
