import type { CompanySettings, SettingName } from '../api/company.ts'
import { choiceOf } from '../api/endpoint.ts'
import type { MessageKey } from '../i18n/messages.ts'
import type { WizardValues } from './wizard-values.ts'

type Answers = WizardValues['import_and_sync']

/** A yes or no of the import step, and the setting that holds it. */
type ImportSetting = {
  [Group in keyof Answers]: {
    /** Where the form keeps the answer. */
    group: Group
    name: {
      [Name in keyof Answers[Group]]: Answers[Group][Name] extends boolean ? Name : never
    }[keyof Answers[Group]]
    setting: SettingName
    /** The setting says the opposite. */
    isOpposite: boolean
    label: MessageKey
  }
}[keyof Answers]

/** What the import step asks with yes or no (§2), and the settings of §3 that hold the answers. */
export const importSettings = [
  {
    group: 'import_settings',
    name: 'import_non_active',
    setting: 'skip_non_active_artikels',
    isOpposite: true,
    label: 'wizard:importNonActive',
  },
  {
    group: 'import_settings',
    name: 'import_non_active_relations',
    setting: 'skip_non_active_relations',
    isOpposite: true,
    label: 'wizard:importNonActiveRelations',
  },
  {
    group: 'sync_settings',
    name: 'sync_products',
    setting: 'sync_product',
    isOpposite: false,
    label: 'wizard:syncProducts',
  },
  {
    group: 'sync_settings',
    name: 'sync_relations',
    setting: 'sync_relation',
    isOpposite: false,
    label: 'wizard:syncRelations',
  },
  {
    group: 'open_invoices',
    name: 'open_invoice_product',
    setting: 'open_invoice_product',
    isOpposite: true,
    label: 'wizard:openInvoiceProduct',
  },
] as const satisfies readonly ImportSetting[]

type Known = (typeof importSettings)[number]

type FieldOf<Setting> = Setting extends {
  group: infer Group extends string
  name: infer Name extends string
}
  ? `import_and_sync.${Group}.${Name}`
  : never

/** The name of the answer's field in the form. */
export function fieldOf<Setting extends Known>({ group, name }: Setting): FieldOf<Setting> {
  return `import_and_sync.${group}.${name}` as FieldOf<Setting>
}

/** The answers of a group that the settings hold; what they do not say is no. */
export function answersIn<Group extends Known['group']>(group: Group, settings: CompanySettings) {
  const ofGroup = importSettings.filter((each) => each.group === group)
  return Object.fromEntries(
    ofGroup.map(({ name, setting, isOpposite }) => [
      name,
      choiceOf(settings[setting]) === !isOpposite,
    ]),
  ) as Record<Extract<Known, { group: Group }>['name'], boolean>
}

/** The settings that hold these answers. */
export function importSettingsFrom(answers: Answers): Record<Known['setting'], boolean> {
  return Object.fromEntries(
    importSettings.map(({ group, name, setting, isOpposite }) => [
      setting,
      (answers[group] as Record<string, unknown>)[name] !== isOpposite,
    ]),
  ) as Record<Known['setting'], boolean>
}
