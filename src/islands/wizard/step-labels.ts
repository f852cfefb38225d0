import type { Message } from '../../lib/i18n/messages.ts'
import type { WizardStep } from '../../stores/wizard/setup.ts'

export const stepLabels: Readonly<Record<WizardStep, Message>> = {
  snelstart: { key: 'wizard:stepSnelstart' },
  inhandel: { key: 'wizard:stepStock' },
  journals: { key: 'wizard:stepLedgers' },
  unknown_relation: { key: 'wizard:stepRelation' },
  import_and_sync: { key: 'wizard:stepImport' },
  summary: { key: 'wizard:stepSummary' },
}
