import { atom } from 'nanostores'
import { LedgerField } from '../../src/islands/wizard/ledgers/LedgerForm.tsx'
import {
  ledgerDefaults,
  ledgerPurposes,
  requiredPurposes,
  type Ledger,
  type LedgerPurpose,
  type RequiredPurpose,
} from '../../src/lib/accounting/snelstart/ledgers.ts'
import type { List } from '../../src/stores/form/list.ts'
import type { LedgerItem, LedgerItems, LedgerState } from '../../src/stores/wizard/ledger-item.ts'
import { ledgerViews } from '../../src/stores/wizard/ledger-views.ts'
import { valuesFrom } from '../../src/lib/accounting/snelstart/values.ts'
import { failed } from './failed.ts'

const existing = (purpose: RequiredPurpose) => ({
  status: 'existing' as const,
  ledger: { ...ledgerDefaults[purpose].proposal, number: ledgerDefaults[purpose].number },
})

const states: Readonly<Record<LedgerPurpose, LedgerState>> = {
  cash: { status: 'missing', error: null },
  eft: { status: 'creating' },
  webshop: { ...existing('webshop'), origin: 'created' },
  ecr: { status: 'checking' },
  payment_differences: { ...existing('payment_differences'), origin: 'unaccepted' },
  cash_differences: { ...existing('cash_differences'), origin: 'accepted' },
  emballage: { status: 'failed', message: failed },
  correction: { status: 'empty' },
}

const nothing = () => Promise.resolve()

const allLedgers: List<Ledger> = {
  $list: atom({ status: 'loaded', items: [] } as const),
  load: nothing,
  reload: nothing,
  clear: () => undefined,
  isOld: () => false,
  add: () => undefined,
}

function itemOf(purpose: LedgerPurpose): LedgerItem {
  return {
    purpose,
    proposed: ledgerDefaults[purpose].number,
    $number: atom(ledgerDefaults[purpose].number),
    $state: atom(states[purpose]),
    $proposal: atom(ledgerDefaults[purpose].proposal),
    input: () => undefined,
    choose: nothing,
    retry: nothing,
    isOld: () => false,
    accept: () => undefined,
    propose: () => undefined,
    create: nothing,
  }
}

const items = ledgerPurposes.map((purpose) => [purpose, itemOf(purpose)])
const ledgers = Object.fromEntries(items) as LedgerItems
const $ledgers = ledgerViews(ledgers, atom(valuesFrom({ snelstart_administratie_identifier: 1 })))

/** A ledger in each of its states. */
export function Ledgers() {
  return requiredPurposes.map((purpose) => (
    <LedgerField key={purpose} setup={{ ledgers, $ledgers, allLedgers }} purpose={purpose} />
  ))
}
