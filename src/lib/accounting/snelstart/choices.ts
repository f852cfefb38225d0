import { parseChoice, isSet } from '../../api/endpoint.ts'
import type { FormStep } from '../../domain/steps.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import type { CompanyInfo } from './calls.ts'
import { ledgerSettings, type CompanySettings } from './stored-settings.ts'
import {
  ledgerDefaults,
  ledgerLabels,
  requiredPurposes,
  type LedgerPurpose,
  type RequiredLedgerPurpose,
} from './ledgers.ts'

export const snelStartApps = ['web', 'desktop'] as const
export type SnelStartApp = (typeof snelStartApps)[number]

export const applicationNames = {
  web: 'wizard:applicationWeb',
  desktop: 'wizard:applicationDesktop',
} as const satisfies Record<SnelStartApp, MessageKey>

export type WizardVariant = 'wizard' | 'polaris'

const stepLabels = {
  snelstart: 'wizard:stepSnelstart',
  inhandel: 'wizard:stepStock',
  journals: 'wizard:stepLedgers',
  unknown_relation: 'wizard:stepRelation',
  import_and_sync: 'wizard:stepImport',
  summary: 'wizard:stepSummary',
} as const satisfies Record<string, MessageKey>
export type WizardStep = keyof typeof stepLabels
export type SummaryGroup = Exclude<WizardStep, 'summary'> | 'prices'

interface DecidingValues {
  application: SnelStartApp
  use_stock: boolean
  open_invoice_product: boolean
}

export const isDesktopChosen = ({ application }: Pick<DecidingValues, 'application'>) =>
  application === 'desktop'
export const isStockUsed = (values: Pick<DecidingValues, 'application' | 'use_stock'>) =>
  isDesktopChosen(values) && values.use_stock
export const isInvoiceProductUsed = (values: DecidingValues) => values.open_invoice_product

export type ChoiceKind =
  | 'application'
  | 'yesNo'
  | 'template'
  | 'product'
  | 'ledger'
  | 'relation'
  | 'flag'
  | 'decimals'
  | 'vat'

export interface Choice {
  step: SummaryGroup
  kind: ChoiceKind
  label: MessageKey
  setting?: string | undefined
  isOpposite?: boolean
  group?: 'import_settings' | 'sync_settings' | 'open_invoices'
  isAsked?: (values: DecidingValues) => boolean
  isRequired?: true
  /** Recommended answer. Omitted if every administration has to decide. */
  usual?: boolean
  purpose?: RequiredLedgerPurpose
  /** Returns a setting without a question (§4), or undefined for no change. */
  sent?: (values: { info: CompanyInfo; isStock: boolean }) => unknown
}

const roundedDecimals = 2
const decimalsOf = (info: CompanyInfo) => Number(info.aantal_decimalen_artikelprijzen)

const row = <Of extends ChoiceKind, const Setting extends string | undefined>(
  kind: Of,
  label: MessageKey,
  setting: Setting,
  more?: Partial<Choice>,
) => ({ ...more, kind, label, setting })

const ledger = <Purpose extends RequiredLedgerPurpose, const Setting extends string | undefined>(
  purpose: Purpose,
  setting: Setting,
  label = ledgerLabels[purpose],
) => ({ ...row('ledger', label, setting), purpose })

const ofStep = <Step extends SummaryGroup, Rows extends object>(step: Step, rows: Rows) =>
  Object.fromEntries(Object.entries(rows).map(([name, each]) => [name, { step, ...each }])) as {
    [Name in keyof Rows]: Rows[Name] & { step: Step }
  }

const imported = { group: 'import_settings', isOpposite: true, usual: false } as const
const synced = { group: 'sync_settings', usual: true } as const
const paying = { isAsked: isInvoiceProductUsed } as const
const withStock = { isAsked: isStockUsed, isRequired: true } as const

/** Choices in the order of the summary. */
export const wizardChoices = {
  ...ofStep('snelstart', {
    application: row('application', 'wizard:application', undefined, { isRequired: true }),
    default_order_template: row(
      'template',
      'wizard:defaultTemplate',
      'default_verkoop_order_sjabloon',
      { isAsked: isDesktopChosen, isRequired: true },
    ),
  }),
  ...ofStep('inhandel', {
    use_stock: row('yesNo', 'wizard:useStock', 'write_as_order', { isAsked: isDesktopChosen }),
    register_order_template: row(
      'template',
      'wizard:registerTemplate',
      'direct_payment_verkoop_order_sjabloon',
      withStock,
    ),
    account_order_template: row(
      'template',
      'wizard:accountTemplate',
      'invoice_verkoop_order_sjabloon',
      withStock,
    ),
    write_order: row('flag', 'wizard:writeOrder', 'write_order', {
      sent: ({ isStock }) => (isStock ? false : undefined),
    }),
    sync_open_verkoop_factuur: row('flag', 'wizard:syncOpenInvoices', 'sync_open_verkoop_factuur', {
      sent: ({ isStock }) => isStock,
    }),
  }),
  ...ofStep('journals', {
    cash: ledger('cash', ledgerSettings.cash),
    eft: ledger('eft', ledgerSettings.eft),
    webshop: ledger('webshop', ledgerSettings.webshop),
    ecr: ledger('ecr', ledgerSettings.ecr),
    payment_differences: ledger('payment_differences', ledgerSettings.payment_differences),
    default_cash_difference_ledger: ledger(
      'payment_differences',
      ledgerSettings.default_cash_difference_ledger,
      'wizard:cashDifferenceSetting',
    ),
    cash_differences: ledger('cash_differences', undefined),
    emballage: ledger('emballage', ledgerSettings.emballage),
    write_cash_count: row('flag', 'wizard:writeCashCount', 'write_cash_count', {
      sent: () => true,
    }),
  }),
  ...ofStep('unknown_relation', { walk_in: row('relation', 'wizard:walkIn', undefined) }),
  ...ofStep('import_and_sync', {
    import_non_active: row('yesNo', 'wizard:importNonActive', 'skip_non_active_artikels', imported),
    import_non_active_relations: row(
      'yesNo',
      'wizard:importNonActiveRelations',
      'skip_non_active_relations',
      imported,
    ),
    sync_products: row('yesNo', 'wizard:syncProducts', 'sync_product', synced),
    sync_relations: row('yesNo', 'wizard:syncRelations', 'sync_relation', synced),
    open_invoice_product: row('yesNo', 'wizard:openInvoiceProduct', 'open_invoice_product', {
      group: 'open_invoices',
      isOpposite: true,
    }),
    paying_product: row('product', 'wizard:openInvoiceProductChosen', undefined, paying),
    correction: row('ledger', ledgerLabels.correction, undefined, paying),
    emballage_product: row('product', 'wizard:emballageProduct', undefined),
  }),
  ...ofStep('prices', {
    price_decimals: row('decimals', 'wizard:priceDecimals', 'price_decimals', {
      sent: ({ info }) => decimalsOf(info),
    }),
    rounded_prices: row('flag', 'wizard:roundedPrices', 'rounded_prices', {
      sent: ({ info }) => decimalsOf(info) === roundedDecimals,
    }),
    prices_inclusive_tax: row('vat', 'wizard:articlePrices', 'prices_inclusive_tax', {
      sent: ({ info }) => parseChoice(info.verkoopprijs_artikelbestand_exclusief_btw) === false,
    }),
    register_prices: row('vat', 'wizard:registerPrices', undefined),
    account_prices: row('vat', 'wizard:accountPrices', undefined),
  }),
} satisfies Record<string, Choice>

type Table = typeof wizardChoices
export type ChoiceName = keyof Table
type NameOf<Of extends ChoiceKind> = {
  [Name in ChoiceName]: Table[Name] extends { kind: Of } ? Name : never
}[ChoiceName]
export type SettingName = Extract<Table[ChoiceName], { setting: string }>['setting']

export const getChoice = (name: ChoiceName): Choice => wizardChoices[name]

export const wizardChoiceRows = Object.entries<Choice>(wizardChoices).map(([name, row]) => ({
  name: name as ChoiceName,
  ...row,
}))
export type ChoiceRow = (typeof wizardChoiceRows)[number]

export const settingRows = wizardChoiceRows.flatMap(({ setting, ...row }) =>
  setting === undefined ? [] : [{ ...row, setting: setting as SettingName }],
)

const namesOf = <Of extends ChoiceKind>(kind: Of) =>
  wizardChoiceRows.filter((row) => row.kind === kind).map(({ name }) => name as NameOf<Of>)

export const yesNoChoiceNames = namesOf('yesNo')
export const templateNames = namesOf('template')
export const productNames = namesOf('product')
export type TemplateName = NameOf<'template'>
export type ProductPurpose = NameOf<'product'>

export const wizardSteps = Object.entries(stepLabels).map(
  ([name, label]): FormStep<WizardStep> => ({
    name: name as WizardStep,
    label,
    fields: Object.fromEntries(
      wizardChoiceRows.flatMap((row) =>
        row.step === name && row.isRequired ? [[row.name, row.label]] : [],
      ),
    ),
  }),
)
export const firstStep = 'snelstart'

export const summaryGroups = Object.entries({
  ...stepLabels,
  prices: 'wizard:summaryPrices',
} as const)
  .filter(([name]) => name !== 'summary')
  .map(([name, label]) => ({ name: name as SummaryGroup, label }))

export function findSkippedSteps(
  variant: WizardVariant,
  desktop: boolean,
): Readonly<Partial<Record<WizardStep, MessageKey>>> {
  return {
    ...(variant === 'polaris' && { snelstart: 'wizard:idleApplication' }),
    ...(!desktop && { inhandel: 'wizard:idleStock' }),
  }
}

/** Returns the stored ledger number, or `remembered` for cash differences. */
export function findLedgerNumber(
  purpose: LedgerPurpose,
  current: CompanySettings,
  remembered: string | null = null,
): string | null {
  if (purpose === 'cash_differences') {
    const others = requiredPurposes.filter((other) => other !== purpose)
    const areSet = others.every((other) => findLedgerNumber(other, current) !== null)
    return remembered ?? (areSet ? ledgerDefaults[purpose].number : null)
  }
  const { setting } = getChoice(purpose)
  const number = setting && current[setting]
  return isSet(number) ? String(number).trim() : null
}
