import type { FormStep } from '../../domain/steps.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import { applicationField, templateFields, type Variant } from './values.ts'

const { standard, register, account } = templateFields

/** The steps of the wizard (§2), in their order. */
export const wizardSteps = [
  {
    name: 'snelstart',
    label: 'wizard:stepSnelstart',
    fields: { [applicationField]: 'wizard:application', [standard.field]: standard.label },
  },
  {
    name: 'inhandel',
    label: 'wizard:stepStock',
    fields: { [register.field]: register.label, [account.field]: account.label },
  },
  { name: 'journals', label: 'wizard:stepLedgers', fields: {} },
  { name: 'unknown_relation', label: 'wizard:stepRelation', fields: {} },
  { name: 'import_and_sync', label: 'wizard:stepImport', fields: {} },
  { name: 'summary', label: 'wizard:stepSummary', fields: {} },
] as const satisfies readonly FormStep[]

/** The step that is there before the others are. */
export const [{ name: firstStep }] = wizardSteps
export type WizardStep = (typeof wizardSteps)[number]['name']

/** The steps in which there is nothing to do, and why: what only another application has is not asked. */
export function idleSteps(
  variant: Variant,
  isDesktop: boolean,
): Readonly<Partial<Record<WizardStep, MessageKey>>> {
  return {
    ...(variant === 'polaris' && { snelstart: 'wizard:idleApplication' }),
    ...(!isDesktop && { inhandel: 'wizard:idleStock' }),
  }
}

/** What the summary has besides the steps that lead to it: prices, which nobody chooses. */
const prices = { name: 'prices', label: 'wizard:prices' } as const

/** The parts of the summary, in their order, and their labels. */
export const summaryGroups = [
  ...wizardSteps.filter((step) => step.name !== 'summary'),
  prices,
] as const
export type SummaryGroup = (typeof summaryGroups)[number]['name']
