import { ledgerLabels, type LedgerPurpose } from '../../lib/accounting/snelstart/ledgers.ts'
import {
  choices,
  isDesktop,
  productNames,
  type ProductPurpose,
  templateNames,
  type WizardStep,
} from '../../lib/accounting/snelstart/choices.ts'
import { findTemplate, type OrderTemplate } from '../../lib/accounting/snelstart/calls.ts'
import { isAsked, type WizardValues } from '../../lib/accounting/snelstart/values.ts'
import { saysSignIn } from '../../lib/failure.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import type { ListState } from '../form/list.ts'
import type { FurtherProblem } from '../form/steps.ts'
import type { LedgerState } from './made/ledger-item.ts'
import type { RelationState } from './made/relation-item.ts'

/** Element id of the field in which a ledger's number is typed. */
export function ledgerField(purpose: LedgerPurpose): string {
  return `journals.${purpose}`
}

/** Element id of the field in which the relation's code is typed. */
export const relationField = 'unknown_relation.code'

function problem(field: string, label: MessageKey, key: MessageKey): FurtherProblem {
  const isPending = key === 'wizard:stillChecking' || key === 'wizard:loadingTemplates'
  return { field, label, message: { key }, ...(isPending && { isPending }) }
}

/** What is still to be done about a ledger; all seven are required (§5). */
export function ledgerProblem(purpose: LedgerPurpose, state: LedgerState): FurtherProblem | null {
  const isThere = state.status === 'existing'
  if (isThere && state.origin !== 'unaccepted') return null
  const key = isThere
    ? 'wizard:ledgerUnaccepted'
    : todoOf(state, 'wizard:ledgerInvalid', 'wizard:stillMissing')
  return problem(ledgerField(purpose), ledgerLabels[purpose], key)
}

/** What is still to be done about the walk-in relation; it is required (§5). */
export function relationProblem(state: RelationState): FurtherProblem | null {
  if (state.status === 'existing') return null
  const key = todoOf(state, 'wizard:relationInvalid', 'wizard:relationStillMissing')
  return problem(relationField, 'wizard:walkIn', key)
}

function todoOf(
  state: Exclude<LedgerState, { status: 'existing' }>,
  invalid: MessageKey,
  missing: MessageKey,
): MessageKey {
  switch (state.status) {
    case 'empty':
      return 'validation:required'
    case 'invalid':
      return invalid
    case 'checking':
    case 'creating':
      return 'wizard:stillChecking'
    case 'missing':
      return missing
    case 'failed':
      // A session that is over is no failure of the look-up.
      return saysSignIn(state.message) ? state.message.key : 'wizard:notChecked'
  }
}

/** A new product is still to be made; the problem leads to the field in which its name is typed. */
export function productProblem(purpose: ProductPurpose): FurtherProblem {
  return problem(`${purpose}.new_product.name`, choices[purpose].label, 'wizard:productNotMade')
}

/** The new products that are wanted, filled in or not: once they are made, nobody wants them new. */
export const productProblems = (values: WizardValues) =>
  productNames.filter((name) => isAsked(name, values) && values[name].is_new).map(productProblem)

/** Element id of what the summary says of order templates that are not there. */
export const templatesField = 'summary.templates'

/** Without its order templates nobody can check the choices of a desktop application. */
export function templateProblems(
  values: WizardValues,
  { status }: ListState<unknown>,
): FurtherProblem[] {
  if (!isDesktop(values) || status === 'loaded') return []
  const key = status === 'failed' ? 'wizard:templatesFailed' : 'wizard:loadingTemplates'
  return [problem(templatesField, 'wizard:stepSnelstart', key)]
}

/** Order templates that were chosen for a step and are gone by now. */
export function goneTemplates(
  step: WizardStep,
  values: WizardValues,
  list: ListState<OrderTemplate>,
): FurtherProblem[] {
  if (list.status !== 'loaded') return []
  return templateNames
    .filter((name) => choices[name].step === step && isAsked(name, values))
    .filter((name) => values[name] !== null && !findTemplate(list.items, values[name]))
    .map((name) => problem(name, choices[name].label, 'wizard:templateGone'))
}
