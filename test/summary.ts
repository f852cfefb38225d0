import { choices, companyInfo, companySettings, orderTemplates, wizardValues } from './builders.ts'
import {
  ledgerDefaults,
  requiredPurposes,
  type Ledger,
  type RequiredPurpose,
} from '../src/lib/accounting/snelstart/ledgers.ts'
import { summaryGroups } from '../src/lib/accounting/snelstart/steps.ts'
import {
  summaryOf,
  type Summarized,
  type Summary,
} from '../src/lib/accounting/snelstart/summary.ts'

/** The ledgers of §9, as they are proposed. */
export const proposedLedgers = Object.fromEntries(
  requiredPurposes.map((purpose): [RequiredPurpose, Ledger] => {
    const { number, proposal } = ledgerDefaults[purpose]
    return [purpose, { number, ...proposal }]
  }),
) as Record<RequiredPurpose, Ledger>

/** The summary of a desktop shop with stock, beside a connection that nobody has set up. */
export function summary(changes: Partial<Summarized> = {}): Summary {
  return summaryOf({
    values: wizardValues(),
    info: companyInfo(),
    ledgers: proposedLedgers,
    correction: null,
    relation: choices().relation,
    currentRelation: null,
    templates: orderTemplates,
    current: companySettings(),
    ...changes,
  })
}

/** The labels of what is marked as changed. */
export function markedIn(of: Summary) {
  return summaryGroups.flatMap(({ name: group }) =>
    of[group].filter(({ now }) => now?.isChanged).map(({ label }) => label),
  )
}

/** The rows under a label: one, unless something is wrong. */
export function rowsOf(of: Summary, label: string) {
  return summaryGroups
    .flatMap(({ name: group }) => of[group])
    .filter((each) => each.label === label)
}
