import { codeNames, functionNames } from '../../../lib/accounting/snelstart/ledger-functions.ts'
import type { Ledger, LedgerPurpose } from '../../../lib/accounting/snelstart/ledgers.ts'
import { isolated } from '../../../lib/i18n/isolate.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { LedgerState } from '../../../stores/wizard/made/ledger-item.ts'
import type { Kind } from '../../ui/kinds.ts'
import { originTexts } from '../origin-texts.ts'

/** What each ledger is for, in a word or two. */
export const purposeNames: Readonly<Record<LedgerPurpose, MessageKey>> = {
  cash: 'wizard:purposeCash',
  eft: 'wizard:purposeEft',
  webshop: 'wizard:purposeWebshop',
  ecr: 'wizard:purposeEcr',
  payment_differences: 'wizard:purposePaymentDifferences',
  cash_differences: 'wizard:purposeCashDifferences',
  emballage: 'wizard:purposeEmballage',
  correction: 'wizard:purposeCorrection',
}

/** The same for somebody who knows no bookkeeping. */
export const purposeHelp: Readonly<Record<LedgerPurpose, MessageKey>> = {
  cash: 'wizard:helpCash',
  eft: 'wizard:helpEft',
  webshop: 'wizard:helpWebshop',
  ecr: 'wizard:helpEcr',
  payment_differences: 'wizard:helpPaymentDifferences',
  cash_differences: 'wizard:helpCashDifferences',
  emballage: 'wizard:helpEmballage',
  correction: 'wizard:correctionHelp',
}

/** Function, code and category of a ledger, in words where there are any. */
export function namesOf({ function: name, code, category }: Ledger) {
  const [functionName, codeName] = [functionNames[name], codeNames[code]]
  return {
    function: functionName ? translate(functionName) : name,
    code: codeName ? translate(codeName) : code,
    category,
  }
}

/** The same in one line (§2). */
export function aboutText(ledger: Ledger): string {
  return Object.values(namesOf(ledger))
    .filter((text) => text !== '')
    .map(isolated)
    .join(' · ')
}

/** How a ledger stands, in the few words that fit in its row. */
export function rowText(state: LedgerState): string {
  switch (state.status) {
    case 'empty':
      return translate('wizard:rowEmpty')
    case 'invalid':
      return translate('wizard:rowInvalid')
    case 'checking':
      return translate('wizard:ledgerChecking')
    case 'creating':
      return translate('form:loading')
    case 'missing':
      return translate(state.error === null ? 'wizard:rowMissing' : 'wizard:rowRefused')
    case 'failed':
      return translate('wizard:rowFailed')
    case 'existing':
      return state.origin === 'unaccepted'
        ? translate('wizard:rowUnaccepted')
        : translate(originTexts[state.origin])
  }
}

/** What that means. One that nobody has asked about yet is no failure, and a dry run makes nothing. */
export function rowKind(state: LedgerState): Kind {
  switch (state.status) {
    case 'empty':
    case 'checking':
    case 'creating':
      return 'neutral'
    case 'invalid':
    case 'failed':
      return 'failure'
    case 'missing':
      return state.error === null ? 'information' : 'failure'
    case 'existing':
      if (state.origin === 'unaccepted') return 'warning'
      return state.origin === 'dryRun' ? 'information' : 'success'
  }
}

/** The same in a sentence that says what to do. */
export function stateText(state: LedgerState, typed: string): string {
  const number = typed.trim()
  switch (state.status) {
    case 'empty':
    case 'invalid':
    case 'failed':
      return ''
    case 'checking':
      return translate('wizard:ledgerChecking')
    case 'creating':
      return translate('wizard:ledgerCreating', { number })
    case 'missing':
      return translate('wizard:ledgerMissing', { number })
    case 'existing':
      return state.origin === 'unaccepted'
        ? translate('wizard:ledgerExists', { number })
        : `✓ ${translate(originTexts[state.origin])}`
  }
}
