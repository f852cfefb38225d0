import { choiceOf, isSet } from '../../api/endpoint.ts'
import type { FormStep } from '../../domain/steps.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import type { CompanyInfo } from './calls.ts'
import type { CompanySettings } from './stored-settings.ts'
import { ledgerLabels, type LedgerPurpose, type RequiredPurpose } from './ledgers.ts'

export const applications = ['web', 'desktop'] as const
/** Snelstart Web or Snelstart 12 (§2). */
export type Application = (typeof applications)[number]

export const applicationNames = {
  web: 'wizard:applicationWeb',
  desktop: 'wizard:applicationDesktop',
} as const satisfies Record<Application, MessageKey>

/** The wizard itself, or the one for polaris, which is about the web application only. */
export type Variant = 'wizard' | 'polaris'

const stepLabels = {
  snelstart: 'wizard:stepSnelstart',
  inhandel: 'wizard:stepStock',
  journals: 'wizard:stepLedgers',
  unknown_relation: 'wizard:stepRelation',
  import_and_sync: 'wizard:stepImport',
  summary: 'wizard:stepSummary',
} as const satisfies Record<string, MessageKey>
export type WizardStep = keyof typeof stepLabels
/** The parts of the summary: the steps that lead to it, and prices, which nobody chooses. */
export type SummaryGroup = Exclude<WizardStep, 'summary'> | 'prices'

interface Deciding {
  application: Application
  use_stock: boolean
  open_invoice_product: boolean
}

/** The desktop application alone has order templates and stock. */
export const isDesktop = ({ application }: Pick<Deciding, 'application'>) =>
  application === 'desktop'
export const usesStock = (values: Pick<Deciding, 'application' | 'use_stock'>) =>
  isDesktop(values) && values.use_stock
/** Open invoices are paid with a product, and corrected on a ledger. */
export const paysInvoices = (values: Deciding) => values.open_invoice_product

/** What a choice holds; `flag`, `decimals` and `vat` are what the portal says without asking. */
export type Kind =
  | 'application'
  | 'yesNo'
  | 'template'
  | 'product'
  | 'ledger'
  | 'relation'
  | 'flag'
  | 'decimals'
  | 'vat'

/** One choice of the wizard (§2, §3), and its row in the summary and the report. */
export interface Choice {
  step: SummaryGroup
  kind: Kind
  label: MessageKey
  /** The setting at the wire that holds it; without one only the summary and the report have it. */
  setting?: string
  /** The setting says the opposite of the answer. */
  isOpposite?: boolean
  /** The group of §3 that it belongs to within its step, where its step has any. */
  group?: 'import_settings' | 'sync_settings' | 'open_invoices' | 'emballage'
  /** When it is asked; always unless given. */
  isAsked?: (values: Deciding) => boolean
  /** It has to be chosen where it is asked (§5). */
  isRequired?: true
  /** What most shops answer; what has no usual answer is for each administration to decide. */
  usual?: boolean
  /** What a required ledger is for. */
  purpose?: RequiredPurpose
  /** What is sent where nobody is asked (§4); undefined: what was read. */
  sent?: (given: { info: CompanyInfo; isStock: boolean }) => unknown
}

/** `price_decimals` with which prices are rounded (§9). */
const roundedDecimals = 2
const decimalsOf = (info: CompanyInfo) => Number(info.aantal_decimalen_artikelprijzen)

const ledger = <Purpose extends RequiredPurpose, const Setting extends string>(
  purpose: Purpose,
  setting: Setting,
) => ({
  ...({ step: 'journals', kind: 'ledger' } as const),
  ...{ label: ledgerLabels[purpose], purpose, setting },
})

/**
 * Every choice by its name, in the order of the summary. The form, what is sent, compared, shown,
 * reported and checked follow from this table; so does what the sandbox stores and the contract says.
 */
export const choices = {
  application: {
    step: 'snelstart',
    kind: 'application',
    label: 'wizard:application',
    isRequired: true,
  },
  default_order_template: {
    step: 'snelstart',
    kind: 'template',
    label: 'wizard:defaultTemplate',
    setting: 'default_verkoop_order_sjabloon',
    isAsked: isDesktop,
    isRequired: true,
  },

  use_stock: {
    step: 'inhandel',
    kind: 'yesNo',
    label: 'wizard:useStock',
    setting: 'write_as_order',
    isAsked: isDesktop,
  },
  register_order_template: {
    step: 'inhandel',
    kind: 'template',
    label: 'wizard:registerTemplate',
    setting: 'direct_payment_verkoop_order_sjabloon',
    isAsked: usesStock,
    isRequired: true,
  },
  account_order_template: {
    step: 'inhandel',
    kind: 'template',
    label: 'wizard:accountTemplate',
    setting: 'invoice_verkoop_order_sjabloon',
    isAsked: usesStock,
    isRequired: true,
  },
  write_order: {
    step: 'inhandel',
    kind: 'flag',
    label: 'wizard:writeOrder',
    setting: 'write_order',
    sent: ({ isStock }) => (isStock ? false : undefined),
  },
  sync_open_verkoop_factuur: {
    step: 'inhandel',
    kind: 'flag',
    label: 'wizard:syncOpenInvoices',
    setting: 'sync_open_verkoop_factuur',
    sent: ({ isStock }) => isStock,
  },

  cash: ledger('cash', 'default_cash_payment_ledger'),
  eft: ledger('eft', 'default_eft_payment_ledger'),
  webshop: ledger('webshop', 'default_webshop_payment_ledger'),
  ecr: ledger('ecr', 'default_cash_register'),
  payment_differences: ledger('payment_differences', 'cash_gap_ledger'),
  default_cash_difference_ledger: {
    ...ledger('payment_differences', 'default_cash_difference_ledger'),
    label: 'wizard:cashDifferenceSetting',
  },
  cash_differences: {
    step: 'journals',
    kind: 'ledger',
    label: ledgerLabels.cash_differences,
    purpose: 'cash_differences',
  },
  emballage: ledger('emballage', 'default_emballage_ledger'),
  write_cash_count: {
    step: 'journals',
    kind: 'flag',
    label: 'wizard:writeCashCount',
    setting: 'write_cash_count',
    sent: () => true,
  },

  walk_in: { step: 'unknown_relation', kind: 'relation', label: 'wizard:walkIn' },

  import_non_active: {
    step: 'import_and_sync',
    group: 'import_settings',
    kind: 'yesNo',
    label: 'wizard:importNonActive',
    setting: 'skip_non_active_artikels',
    isOpposite: true,
    usual: false,
  },
  import_non_active_relations: {
    step: 'import_and_sync',
    group: 'import_settings',
    kind: 'yesNo',
    label: 'wizard:importNonActiveRelations',
    setting: 'skip_non_active_relations',
    isOpposite: true,
    usual: false,
  },
  sync_products: {
    step: 'import_and_sync',
    group: 'sync_settings',
    kind: 'yesNo',
    label: 'wizard:syncProducts',
    setting: 'sync_product',
    usual: true,
  },
  sync_relations: {
    step: 'import_and_sync',
    group: 'sync_settings',
    kind: 'yesNo',
    label: 'wizard:syncRelations',
    setting: 'sync_relation',
    usual: true,
  },
  open_invoice_product: {
    step: 'import_and_sync',
    group: 'open_invoices',
    kind: 'yesNo',
    label: 'wizard:openInvoiceProduct',
    setting: 'open_invoice_product',
    isOpposite: true,
  },
  paying_product: {
    step: 'import_and_sync',
    group: 'open_invoices',
    kind: 'product',
    label: 'wizard:openInvoiceProductChosen',
    isAsked: paysInvoices,
  },
  correction: {
    step: 'import_and_sync',
    kind: 'ledger',
    label: ledgerLabels.correction,
    isAsked: paysInvoices,
  },
  emballage_product: {
    step: 'import_and_sync',
    group: 'emballage',
    kind: 'product',
    label: 'wizard:emballageProduct',
  },

  price_decimals: {
    step: 'prices',
    kind: 'decimals',
    label: 'wizard:priceDecimals',
    setting: 'price_decimals',
    sent: ({ info }) => decimalsOf(info),
  },
  rounded_prices: {
    step: 'prices',
    kind: 'flag',
    label: 'wizard:roundedPrices',
    setting: 'rounded_prices',
    sent: ({ info }) => decimalsOf(info) === roundedDecimals,
  },
  prices_inclusive_tax: {
    step: 'prices',
    kind: 'vat',
    label: 'wizard:articlePrices',
    setting: 'prices_inclusive_tax',
    sent: ({ info }) => choiceOf(info.verkoopprijs_artikelbestand_exclusief_btw) === false,
  },
  register_prices: { step: 'prices', kind: 'vat', label: 'wizard:registerPrices' },
  account_prices: { step: 'prices', kind: 'vat', label: 'wizard:accountPrices' },
} as const satisfies Record<string, Choice>

type Table = typeof choices
export type ChoiceName = keyof Table
type NameOf<Of extends Kind> = {
  [Name in ChoiceName]: Table[Name] extends { kind: Of } ? Name : never
}[ChoiceName]
export type SettingName = Extract<Table[ChoiceName], { setting: string }>['setting']

export const rowOf = (name: ChoiceName): Choice => choices[name]

export const rows = Object.entries<Choice>(choices).map(([name, row]) => ({
  name: name as ChoiceName,
  ...row,
}))
export type Row = (typeof rows)[number]

/** Those that a setting holds. */
export const settings = rows.flatMap(({ setting, ...row }) =>
  setting === undefined ? [] : [{ ...row, setting: setting as SettingName }],
)

const namesOf = <Of extends Kind>(kind: Of) =>
  rows.filter((row) => row.kind === kind).map(({ name }) => name as NameOf<Of>)

export const yesNoNames = namesOf('yesNo')
export const templateNames = namesOf('template')
export const productNames = namesOf('product')
export type TemplateName = NameOf<'template'>
/** What a product is for (§2): paying open invoices, or deposit packaging. */
export type ProductPurpose = NameOf<'product'>

/** The steps of the wizard (§2), in their order, with the fields that the rules are about. */
export const wizardSteps = Object.entries(stepLabels).map(
  ([name, label]): FormStep<WizardStep> => ({
    name: name as WizardStep,
    label,
    fields: Object.fromEntries(
      rows.flatMap((row) => (row.step === name && row.isRequired ? [[row.name, row.label]] : [])),
    ),
  }),
)
/** The step that is there before the others are. */
export const firstStep = 'snelstart'

export const summaryGroups = Object.entries({
  ...stepLabels,
  prices: 'wizard:summaryPrices',
} as const)
  .filter(([name]) => name !== 'summary')
  .map(([name, label]) => ({ name: name as SummaryGroup, label }))

/** The steps in which there is nothing to do, and why. */
export function idleSteps(
  variant: Variant,
  desktop: boolean,
): Readonly<Partial<Record<WizardStep, MessageKey>>> {
  return {
    ...(variant === 'polaris' && { snelstart: 'wizard:idleApplication' }),
    ...(!desktop && { inhandel: 'wizard:idleStock' }),
  }
}

/** The number that is set for this purpose, or null; no setting names that of `cashDifferences`. */
export function namedLedger(
  purpose: LedgerPurpose,
  current: CompanySettings,
  cashDifferences: string | null = null,
): string | null {
  if (purpose === 'cash_differences') return cashDifferences
  const { setting } = rowOf(purpose)
  const number = setting && current[setting]
  return isSet(number) ? String(number) : null
}
