import { choiceOf } from '../../api/endpoint.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import type { CompanyInfo } from './calls.ts'
import { ledgerLabels, ledgerSettings, type RequiredPurpose } from './ledgers.ts'
import type { Relation } from './relations.ts'
import type { SummaryGroup } from './steps.ts'
import {
  switches,
  templateFields,
  usesStock,
  type Switch,
  type SwitchSetting,
  type Template,
  type WizardValues,
} from './values.ts'

/** Everything that was decided in the wizard, complete. */
export interface Choices {
  values: WizardValues
  /** Ledger number of each purpose. */
  ledgers: Readonly<Record<RequiredPurpose, string>>
  /** The walk-in customer. */
  relation: Relation
  /** What the accounting package says of its prices. */
  info: CompanyInfo
}

/** What a setting holds; `opposite` and `vat` are choices that are shown in another way. */
export type Kind = 'choice' | 'opposite' | 'vat' | 'template' | 'ledger' | 'decimals'

/** A setting of the accounting connection (§3), and its row in the summary and the report. */
export interface Setting {
  kind: Kind
  /** The part of the summary that it is in. */
  group: SummaryGroup
  label: MessageKey
  /** What is sent of the choices (§4); undefined: what was read. */
  from: (choices: Choices) => unknown
  /** The ledger that it names. */
  purpose?: RequiredPurpose
  /** Nobody is asked about it. */
  isFixed?: true
}

/** A choice that no setting holds; the summary shows it among the others. */
interface Unstored {
  kind: 'unstored'
  group: SummaryGroup
  label: MessageKey
}

export type Row = Setting | Unstored

/** `price_decimals` with which prices are rounded (§9). */
const roundedDecimals = 2

const decimalsIn = ({ info }: Choices) => Number(info.aantal_decimalen_artikelprijzen)
const stock = ({ values }: Choices) => usesStock(values)

const fixed = { isFixed: true } as const

const choice = (
  group: SummaryGroup,
  label: MessageKey,
  from: Setting['from'],
  more: Partial<Setting> = {},
): Setting => ({ kind: 'choice', group, label, from, ...more })

const unstored = (group: SummaryGroup, label: MessageKey): Unstored => ({
  kind: 'unstored',
  group,
  label,
})

const ledger = (purpose: RequiredPurpose, label = ledgerLabels[purpose]) => ({
  ...choice('journals', label, ({ ledgers }) => ledgers[purpose], { kind: 'ledger' }),
  purpose,
})

const template = (group: SummaryGroup, { label, isAsked, chosenIn }: Template) =>
  choice(group, label, ({ values }) => (isAsked(values) ? chosenIn(values) : null), {
    kind: 'template',
  })

type Answers = Readonly<Record<string, Readonly<Record<string, unknown>>>>
const answersIn = ({ values }: Choices): Answers => values.import_and_sync

const switchSettings = Object.fromEntries(
  Object.entries(switches).flatMap(([group, inGroup]) =>
    Object.entries<Switch>(inGroup).map(([name, { setting, label, isOpposite }]) => [
      setting,
      choice(
        'import_and_sync',
        label,
        (choices) => answersIn(choices)[group]?.[name] !== isOpposite,
        { kind: isOpposite ? 'opposite' : 'choice' },
      ),
    ]),
  ),
) as Record<SwitchSetting, Setting>

/**
 * Every setting by its name at the wire, in the order of the summary. What is sent, compared, shown
 * and reported follows from this table; so does what the sandbox stores.
 */
export const rows = {
  application: unstored('snelstart', 'wizard:application'),
  [templateFields.standard.setting]: template('snelstart', templateFields.standard),

  write_as_order: choice('inhandel', 'wizard:useStock', stock),
  [templateFields.register.setting]: template('inhandel', templateFields.register),
  [templateFields.account.setting]: template('inhandel', templateFields.account),
  write_order: choice(
    'inhandel',
    'wizard:writeOrder',
    (choices) => (stock(choices) ? false : undefined),
    fixed,
  ),
  sync_open_verkoop_factuur: choice('inhandel', 'wizard:syncOpenInvoices', stock, fixed),

  [ledgerSettings.cash]: ledger('cash'),
  [ledgerSettings.eft]: ledger('eft'),
  [ledgerSettings.webshop]: ledger('webshop'),
  [ledgerSettings.ecr]: ledger('ecr'),
  [ledgerSettings.payment_differences]: ledger('payment_differences'),
  default_cash_difference_ledger: ledger('payment_differences', 'wizard:cashDifferenceSetting'),
  cash_differences: unstored('journals', ledgerLabels.cash_differences),
  [ledgerSettings.emballage]: ledger('emballage'),
  write_cash_count: choice('journals', 'wizard:writeCashCount', () => true, fixed),

  ...switchSettings,
  product: unstored('import_and_sync', 'wizard:openInvoiceProductChosen'),
  correction: unstored('import_and_sync', ledgerLabels.correction),
  emballage_product: unstored('import_and_sync', 'wizard:emballageProduct'),

  price_decimals: choice('prices', 'wizard:priceDecimals', decimalsIn, { kind: 'decimals' }),
  rounded_prices: choice(
    'prices',
    'wizard:roundedPrices',
    (choices) => decimalsIn(choices) === roundedDecimals,
  ),
  prices_inclusive_tax: choice(
    'prices',
    'wizard:articlePrices',
    ({ info }) => choiceOf(info.verkoopprijs_artikelbestand_exclusief_btw) === false,
    { kind: 'vat' },
  ),
  register_prices: unstored('prices', 'wizard:registerPrices'),
  account_prices: unstored('prices', 'wizard:accountPrices'),
} satisfies Record<string, Row>

type Rows = typeof rows
/** The choices that are shown and that no setting holds. */
export type UnstoredName = {
  [Name in keyof Rows]: Rows[Name] extends Unstored ? Name : never
}[keyof Rows]
export type SettingName = Exclude<keyof Rows, UnstoredName>

/** The settings of the table, in its order. */
export const settings = Object.entries<Row>(rows).flatMap(([name, row]) =>
  row.kind === 'unstored' ? [] : [{ name: name as SettingName, ...row }],
)
