import { atom } from 'nanostores'
import {
  ledgerDefaults,
  ledgerPurposes,
  type Ledger,
  type LedgerPurpose,
} from '../../src/lib/accounting/snelstart/ledgers.ts'
import { valuesFrom } from '../../src/lib/accounting/snelstart/values.ts'
import type { Failure } from '../../src/lib/failure.ts'
import type { List } from '../../src/stores/form/list.ts'
import { createSteps } from '../../src/stores/form/steps.ts'
import type { LedgerItem, LedgerItems, LedgerState } from '../../src/stores/wizard/ledger-item.ts'
import { ledgerViews } from '../../src/stores/wizard/ledger-views.ts'
import { report as reportOf } from '../../test/builders.ts'

/** A read that failed. */
export const failed: Failure = {
  key: 'failure:screenHelp',
  safe: 'failure:unchanged',
  trace: {
    ...{ reference: 'K7Q2-M4XP', at: Date.UTC(2026, 10, 23, 13, 5), isOnline: true },
    ...{ call: 'GET /serials/serial/list', result: 'status 500' },
  },
}

const changed = { value: true, now: { value: false, isChanged: true } }
const syncProducts = { label: 'wizard:syncProducts', ...changed } as const
const cash = { label: 'wizard:ledgerCash', number: '2200', description: 'Kas' } as const
const inBooks = { ...cash, function: 'ContanteBetaling' } as const

/** A report with something of everything. */
export const report = reportOf({
  ledgers: [
    { ...inBooks, origin: 'created' },
    { ...inBooks, label: 'wizard:ledgerEmballage', origin: 'accepted' },
    { ...inBooks, label: 'wizard:ledgerEcr', origin: 'named' },
  ],
  settings: [
    { label: 'wizard:application', value: { key: 'wizard:applicationWeb' } },
    syncProducts,
    { label: 'wizard:priceDecimals', value: '2', now: { value: '2', isChanged: false } },
  ],
  others: [
    { location: 'Winkel Zuid', locationId: '2009', outcome: 'done', settings: [syncProducts] },
    { location: 'Webshop', locationId: '2010', outcome: 'otherBook', settings: [] },
  ],
})

const existing = (purpose: LedgerPurpose, origin: 'created' | 'unaccepted' | 'accepted') => {
  const { proposal, number } = ledgerDefaults[purpose]
  return { status: 'existing', ledger: { ...proposal, number }, origin } as LedgerState
}

const states: Readonly<Record<LedgerPurpose, LedgerState>> = {
  cash: { status: 'missing', error: null },
  eft: { status: 'creating' },
  webshop: existing('webshop', 'created'),
  ecr: { status: 'checking' },
  payment_differences: existing('payment_differences', 'unaccepted'),
  cash_differences: existing('cash_differences', 'accepted'),
  emballage: { status: 'failed', message: failed },
  correction: { status: 'empty' },
}

const nothing = () => undefined
const later = () => Promise.resolve()

function itemOf(purpose: LedgerPurpose): LedgerItem {
  const { number, proposal } = ledgerDefaults[purpose]
  return {
    ...{ purpose, proposed: number, $number: atom(number), $proposal: atom(proposal) },
    ...{ $state: atom(states[purpose]), isOld: () => false, input: nothing, accept: nothing },
    ...{ propose: nothing, choose: later, retry: later, create: later },
  }
}

const items = ledgerPurposes.map((purpose) => [purpose, itemOf(purpose)])
const ledgers = Object.fromEntries(items) as LedgerItems
const allLedgers: List<Ledger> = {
  ...{ $list: atom({ status: 'loaded', items: [] } as const), isOld: () => false },
  ...{ load: later, reload: later, clear: nothing, add: nothing },
}
const $ledgers = ledgerViews(ledgers, atom(valuesFrom({ snelstart_administratie_identifier: 1 })))

/** A set-up with a ledger in each of its states. */
export const setup = { ledgers, $ledgers, allLedgers }

/** Two forms on one page: neither may have the address to itself. */
const noAddress = {
  ...{ location: () => new URL(document.baseURI), on: () => nothing },
  ...{ pushAddress: nothing, replaceAddress: nothing },
}

/** A form in steps of which the first was visited, the second is wrong, and others are still to come. */
export function stepsOf<Name extends string>(names: readonly Name[]) {
  const steps = createSteps<Name>({ environment: noAddress, names })
  const errors = Object.fromEntries(names.slice(1, 2).map((name) => [name, 2]))
  steps.reportErrors(errors as Partial<Record<Name, number>>)
  // What is wrong with a step is said once it was left.
  void steps.next().then(steps.next)
  return steps
}
