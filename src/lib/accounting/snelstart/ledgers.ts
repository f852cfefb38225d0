import { parseChoice, type Id } from '../../api/endpoint.ts'
import type { LedgerAnswer, RevenueGroup } from './calls.ts'
import type { Environment } from '../../environment.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import { ledgerNumberLimit } from '../../limits.ts'
import type { Place } from '../../domain/place.ts'

export const paymentPurposes = ['cash', 'eft', 'webshop'] as const
export const cashRegisterPurposes = [
  'ecr',
  'payment_differences',
  'cash_differences',
  'emballage',
] as const
export const requiredPurposes = [...paymentPurposes, ...cashRegisterPurposes] as const
export const ledgerPurposes = [...requiredPurposes, 'correction'] as const
export type RequiredLedgerPurpose = (typeof requiredPurposes)[number]
export type LedgerPurpose = (typeof ledgerPurposes)[number]

export const createRecord = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
) => Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

export const mapRequiredPurposes = <Value>(valueOf: (purpose: RequiredLedgerPurpose) => Value) =>
  createRecord(requiredPurposes, valueOf)

export interface Ledger {
  number: string
  description: string
  /** Name of the ledger's function (§9), as SnelStart spells it. */
  function: string
  code: string
  category: string
  /** True if SnelStart accepts no bookings on the ledger (`nonactief`). */
  isInactive?: true
}

/** Excludes leading zeros, because 02200 and 2200 are one ledger. */
export const ledgerNumberPattern = new RegExp(`^[1-9]\\d{0,${ledgerNumberLimit - 1}}$`)

export interface SuggestedLedger {
  purpose: RequiredLedgerPurpose
  number: string
}

/** Returns the wizard's address with a proposed ledger. */
export function addSuggestedLedger(wizard: URL, { purpose, number }: SuggestedLedger): URL {
  const address = new URL(wizard)
  address.searchParams.set('fix', `${purpose}-${number}`)
  return address
}

/** Returns and removes the proposed ledger in the address. */
export function takeSuggestedLedger({
  location,
  replaceAddress,
}: Environment): SuggestedLedger | null {
  const address = location()
  const text = address.searchParams.get('fix')
  if (text === null) return null
  address.searchParams.delete('fix')
  replaceAddress(address)
  const [name, number = '', ...rest] = text.split('-')
  const purpose = requiredPurposes.find((each) => each === name)
  const isNamed = purpose && rest.length === 0 && ledgerNumberPattern.test(number)
  return isNamed ? { purpose, number } : null
}

export const ledgerDetails = ['description', 'function', 'code', 'category'] as const
export type LedgerProposal = Pick<Ledger, (typeof ledgerDetails)[number]>

export const ledgerCodes = ['Balans', 'WinstEnVerlies'] as const

const [balance, profitAndLoss] = ledgerCodes
const waiting = 'Tussenrekeningen'

export const ledgerCodeLabels: Readonly<Record<string, MessageKey>> = {
  [balance]: 'wizard:codeBalance',
  [profitAndLoss]: 'wizard:codeProfitAndLoss',
}

const numbered = (
  number: string,
  description: string,
  usualFunction: string,
  code: (typeof ledgerCodes)[number],
  category = '',
) => ({ number, proposal: { description, function: usualFunction, code, category } })

/** Proposed ledgers (§9), whose Dutch descriptions are copied into the accounting package. */
export const ledgerDefaults: Readonly<
  Record<LedgerPurpose, { number: string; proposal: LedgerProposal }>
> = {
  cash: numbered('2200', 'Contante betalingen', 'ContanteBetaling', balance, waiting),
  eft: numbered('2210', 'Pinbetalingen', 'ElectronischeBetaling', balance, waiting),
  webshop: numbered('2220', 'Webshopbetalingen', 'ElectronischeBetaling', balance, waiting),
  ecr: numbered('2050', 'Kassa', 'DagboekMemoriaal', balance),
  payment_differences: numbered(
    '7980',
    'Betalingsverschillen',
    'Betalingskorting',
    profitAndLoss,
    'Kostprijs van de omzet',
  ),
  cash_differences: numbered('4752', 'Kasverschillen', 'DagboekMemoriaal', profitAndLoss),
  emballage: numbered('8040', 'Emballage', 'VerkopenOmzetOnbelastVerlegd', profitAndLoss),
  correction: numbered('', 'Correcties openstaande facturen', 'Diversen', balance),
}

export const ledgerLabels: Readonly<Record<LedgerPurpose, MessageKey>> = {
  cash: 'wizard:ledgerCash',
  eft: 'wizard:ledgerEft',
  webshop: 'wizard:ledgerWebshop',
  ecr: 'wizard:ledgerEcr',
  payment_differences: 'wizard:ledgerPaymentDifferences',
  cash_differences: 'wizard:ledgerCashDifferences',
  emballage: 'wizard:ledgerEmballage',
  correction: 'wizard:ledgerCorrection',
}

export const purposeTexts = {
  cash: { name: 'wizard:purposeCash', help: 'wizard:helpCash' },
  eft: { name: 'wizard:purposeEft', help: 'wizard:helpEft' },
  webshop: { name: 'wizard:purposeWebshop', help: 'wizard:helpWebshop' },
  ecr: { name: 'wizard:purposeEcr', help: 'wizard:helpEcr' },
  payment_differences: {
    name: 'wizard:purposePaymentDifferences',
    help: 'wizard:helpPaymentDifferences',
  },
  cash_differences: { name: 'wizard:purposeCashDifferences', help: 'wizard:helpCashDifferences' },
  emballage: { name: 'wizard:purposeEmballage', help: 'wizard:helpEmballage' },
  correction: { name: 'wizard:purposeCorrection', help: 'wizard:correctionHelp' },
} as const satisfies Readonly<Record<LedgerPurpose, Readonly<Record<'name' | 'help', MessageKey>>>>

export function parseLedger(answer: LedgerAnswer): Ledger {
  const text = (value: Id | null | undefined) => String(value ?? '').trim()
  const code = text(answer.rekening_code)
  return {
    number: text(answer.nummer),
    description: text(answer.omschrijving),
    function: text(answer.grootboekfunctie),
    code: ledgerCodes.find((each) => each.toLowerCase() === code.toLowerCase()) ?? code,
    category: text(answer.grootboek_rubriek),
    ...(parseChoice(answer.nonactief) === true && { isInactive: true }),
  }
}

export const formatLedger = ({ number, description }: Pick<Ledger, 'number' | 'description'>) =>
  `${number} ${description}`.trim()

export const createGroupOption = ({ nummer, omschrijving }: RevenueGroup) => ({
  id: nummer,
  text: `${nummer} ${omschrijving ?? ''}`.trim(),
})

export function createLedgerRequest(place: Place, number: string, proposal: LedgerProposal) {
  return {
    administration: place.administration.id,
    location: place.location.id,
    nummer: number,
    omschrijving: proposal.description.trim(),
    functie: proposal.function.trim(),
    rekening_code: proposal.code,
    kostenplaats: false,
    rubriek: proposal.category.trim(),
  }
}
