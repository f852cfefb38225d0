import type { Message, MessageKey } from '../../i18n/messages.ts'
import { functionOf, functionText, type LedgerFunction } from './ledger-functions.ts'
import type { Ledger, ledgerCodes, RequiredPurpose } from './ledgers.ts'

/**
 * How a ledger suits a purpose: it fits; it can be booked on and lands elsewhere, or probably; SnelStart
 * refuses bookings on it; or nobody can tell.
 */
export interface Verdict {
  kind: 'fits' | 'doubtful' | 'refused' | 'unknown'
  /** Whether SnelStart or the specification says so; what is inferred is worded as probable. */
  isDocumented: boolean
  /** What there is to know about it; nothing of one that fits. */
  reasons: readonly Message[]
}

/** What a purpose asks of its ledger, by the numbers of functions. */
interface Needs {
  /** As §9 proposes it, or SnelStart says. */
  fits: readonly number[]
  /** As is inferred. */
  probablyFits: readonly number[]
  /** The side of the books that is probably right; null where none is known to be wrong. */
  code: keyof typeof wrongSides | null
}

/** What is said of a ledger that is not on this side. */
const wrongSides = {
  Balans: 'wizard:probablyBelongsToBalance',
  WinstEnVerlies: 'wizard:probablyBelongsToResult',
} as const satisfies Record<(typeof ledgerCodes)[number], MessageKey>

/** On a payment ledger money waits: several kinds of balance ledgers can hold it. */
const waiting = [0, 110, 112]
const electronic: Needs = { fits: [121], probablyFits: waiting, code: 'Balans' }

const needs: Readonly<Record<RequiredPurpose, Needs>> = {
  cash: { fits: [120], probablyFits: waiting, code: 'Balans' },
  eft: electronic,
  webshop: electronic,
  ecr: { fits: [7], probablyFits: [], code: null },
  payment_differences: { fits: [102], probablyFits: [], code: 'WinstEnVerlies' },
  cash_differences: { fits: [7], probablyFits: [0], code: 'WinstEnVerlies' },
  // A deposit is owed as well: the standard chart has one on the balance sheet (3090).
  emballage: { fits: [10], probablyFits: [], code: null },
}

/** The ledger of cash differences is written nowhere by the portal: nothing can be refused on it. */
const isBookedOn = (purpose: RequiredPurpose) => purpose !== 'cash_differences'

/**
 * Judges a ledger for a purpose by whether it is active, its function and its side of the books, as far
 * as is known (product §2, "Suitability"). It blocks nothing.
 */
export function verdictOf(
  purpose: RequiredPurpose,
  { function: given, code: side, isInactive }: Pick<Ledger, 'function' | 'code' | 'isInactive'>,
): Verdict {
  if (isInactive) {
    const kind = isBookedOn(purpose) ? 'refused' : 'doubtful'
    return { kind, isDocumented: true, reasons: [{ key: 'wizard:ledgerInactive' }] }
  }
  const { fits, probablyFits, code } = needs[purpose]
  const found = functionOf(given)
  if (!found) {
    const parameters = { function: given }
    const reasons: Message[] = given === '' ? [] : [{ key: 'wizard:unknownFunction', parameters }]
    return { kind: 'unknown', isDocumented: true, reasons }
  }
  const isProposed = fits.includes(found.number)
  const isFitting = isProposed || probablyFits.includes(found.number)
  const functions = [...fits, ...probablyFits].map((number) => functionText(String(number)))
  const suitable: Message = {
    key: 'wizard:suitableFunctions',
    parameters: { functions: functions.join(', ') },
  }
  const isRefused = !isFitting && found.lines === 'no' && isBookedOn(purpose)
  const isWrongSide = code !== null && side !== code && Object.hasOwn(wrongSides, side)
  const reasons = [
    ...(isFitting ? [] : [landing(purpose, found)]),
    ...(isWrongSide && !isRefused ? [{ key: wrongSides[code] }] : []),
    ...(isFitting ? [] : [suitable]),
  ]
  if (isRefused) return { kind: 'refused', isDocumented: true, reasons }
  const isLandingKnown = found.lines === 'yes' && purpose !== 'ecr'
  return {
    kind: reasons.length > 0 ? 'doubtful' : 'fits',
    isDocumented: !isWrongSide && (isProposed || (!isFitting && isLandingKnown)),
    reasons,
  }
}

/** Where bookings on a ledger of this function end up, where the purpose asks for another. */
function landing(purpose: RequiredPurpose, { shown, box, lines }: LedgerFunction): Message {
  const name = { function: shown }
  const isBooked = isBookedOn(purpose)
  if (lines === 'no' && isBooked) return { key: 'wizard:refusesLines', parameters: name }
  if (purpose === 'ecr') return { key: 'wizard:noDaybook' }
  if (lines === 'control' && isBooked) return { key: 'wizard:controlLedger', parameters: name }
  if (lines === 'book') return { key: 'wizard:realBook', parameters: name }
  if (/^(?:unclear|no|control)$/.test(lines))
    return { key: 'wizard:otherFunction', parameters: name }
  const what = shown.replace(/^(?:Verkopen|Inkopen)\//, '')
  const parameters = { what: what.charAt(0).toLowerCase() + what.slice(1), box }
  const isSure = lines === 'yes'
  if (box === '') return { key: isSure ? 'wizard:booksAs' : 'wizard:probablyBooksAs', parameters }
  return { key: isSure ? 'wizard:booksInBox' : 'wizard:probablyBooksInBox', parameters }
}

/** How much a verdict is to be looked at. */
export const gravity = { fits: 0, unknown: 1, doubtful: 2, refused: 3 } as const

/** Ledgers to choose one from, those that suit the purpose first; of the same verdict by their numbers. */
export function bySuitability(purpose: RequiredPurpose, ledgers: readonly Ledger[]): Ledger[] {
  const known = new Map<string, number>()
  const rankOf = (ledger: Ledger) => {
    const key = `${ledger.function} ${ledger.code} ${ledger.isInactive}`
    const rank = known.get(key) ?? gravity[verdictOf(purpose, ledger).kind]
    known.set(key, rank)
    return rank
  }
  return ledgers
    .map((ledger) => ({ ledger, rank: rankOf(ledger), number: Number(ledger.number) }))
    .sort((one, other) => one.rank - other.rank || one.number - other.number)
    .map(({ ledger }) => ledger)
}
