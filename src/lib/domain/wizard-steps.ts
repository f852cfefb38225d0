import type { FormStep } from './form-step.ts'

/** The steps of the wizard (§2), in their order. */
export const wizardSteps = [
  {
    name: 'snelstart',
    label: 'wizard:stepSnelstart',
    fields: {
      'snelstart.application': 'wizard:application',
      'snelstart.default_order_template': 'wizard:defaultTemplate',
    },
  },
  {
    name: 'inhandel',
    label: 'wizard:stepStock',
    fields: {
      'inhandel.register_order_template': 'wizard:registerTemplate',
      'inhandel.account_order_template': 'wizard:accountTemplate',
    },
  },
  { name: 'journals', label: 'wizard:stepLedgers', fields: {} },
  { name: 'unknown_relation', label: 'wizard:stepRelation', fields: {} },
  { name: 'import_and_sync', label: 'wizard:stepImport', fields: {} },
  { name: 'summary', label: 'wizard:stepSummary', fields: {} },
] as const satisfies readonly FormStep[]

export type WizardStep = (typeof wizardSteps)[number]['name']
