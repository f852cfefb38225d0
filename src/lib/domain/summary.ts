import type { CompanySettings } from '../api/company.ts'
import { choiceOf, type Id } from '../api/endpoint.ts'
import type { OrderTemplate } from '../api/order-templates.ts'
import type { Product } from '../api/products.ts'
import type { MessageKey } from '../i18n/messages.ts'
import { isSameSetting, settingsFrom, type Choices } from './company-settings.ts'
import { importSettings } from './import-settings.ts'
import { requiredPurposes, type Ledger, type RequiredPurpose } from './ledgers.ts'
import { namedLedger } from './named.ts'
import { productLabel } from './products.ts'
import type { Relation } from './relations.ts'
import { wizardSteps } from './wizard-steps.ts'
import { applicationNames, findTemplate, isSet } from './wizard.ts'

/** A value as a screen or a report shows it: yes or no, a text, words of ours, or nothing. */
export type ShownValue = boolean | string | Words | null

interface Words {
  key: MessageKey
}

/** One choice; with what the accounting connection holds today, where that is a setting. */
export interface SummaryRow {
  label: MessageKey
  value: ShownValue
  now?: { value: ShownValue; isChanged: boolean }
  /** Read without unfolding although no setting changes: it counts each time, or is seen for the first time. */
  isShown?: true
}

/** Why there is no ledger or relation yet, in words that lead to its step. */
export const lacks = {
  missing: { key: 'wizard:notCreated' },
  checking: { key: 'wizard:isChecked' },
  /** Nothing usable was filled in, or it could not be looked up. */
  unsettled: { key: 'wizard:notSettled' },
} as const satisfies Record<string, Words>
export type Lack = (typeof lacks)[keyof typeof lacks]

const isLack = (value: unknown): value is Lack =>
  (Object.values(lacks) as unknown[]).includes(value)

/** Whether a row is about something that is still to be done. */
export function isOpen({ value }: SummaryRow): boolean {
  return isLack(value)
}

/** Whether a row changes something, or something is missing. */
export function isToDo(row: SummaryRow): boolean {
  return isOpen(row) || row.now?.isChanged === true
}

/** Whether a row is what a reader looks for: there is something to do, or it was never seen. */
export function isNews(row: SummaryRow): boolean {
  return isToDo(row) || row.isShown === true
}

/** What the summary has besides the steps that lead to it: prices, which nobody chooses. */
const prices = { name: 'prices', label: 'wizard:prices' } as const

const isChosen = <Step extends { name: string }>(
  step: Step,
): step is Exclude<Step, { name: 'summary' }> => step.name !== 'summary'

/** The parts of the summary, in their order, and their labels. */
export const summaryGroups = [...wizardSteps.filter(isChosen), prices] as const
export type SummaryGroup = (typeof summaryGroups)[number]['name']
export type Summary = Readonly<Record<SummaryGroup, readonly SummaryRow[]>>

/** What the summary is made of. Ledgers and relation may still be missing. */
export interface Summarized {
  values: Choices['values']
  info: Choices['info']
  ledgers: Readonly<Record<RequiredPurpose, Ledger | Lack>>
  /** Null where none was filled in, which is a choice. */
  correction: Ledger | Lack | null
  relation: Relation | Lack
  /** The relation that unknown customers are booked on today. */
  currentRelation: Relation | null
  /** Null while they are not there. */
  templates: readonly OrderTemplate[] | null
  /** The settings as they were read. */
  current: CompanySettings
}

const notLoaded: Words = { key: 'wizard:notLoaded' }

/** Without a default relation unknown customers are booked on -2 (§4). */
const walkInByDefault: Words = { key: 'wizard:walkInByDefault' }

const noRelation: Relation = { id: '', code: '', name: '', kinds: [] }

/** All choices by their steps (§2), beside what the accounting connection holds today. */
export function summaryOf(summarized: Summarized): Summary {
  const { values, info, templates, current, currentRelation, relation } = summarized
  const { snelstart, inhandel, import_and_sync: importAndSync } = values
  const isFirstTime = namedLedger('cash', current) === null
  const numbers = Object.fromEntries(
    requiredPurposes.map((purpose) => {
      const ledger = summarized.ledgers[purpose]
      return [purpose, isLack(ledger) ? '' : ledger.number]
    }),
  ) as Record<RequiredPurpose, string>
  const next = settingsFrom(
    { values, info, ledgers: numbers, relation: isLack(relation) ? noRelation : relation },
    current,
  )

  type Setting = Exclude<keyof CompanySettings, 'api_key'>
  function row(
    label: MessageKey,
    setting: Setting,
    show: (value: unknown) => ShownValue = plain,
  ): SummaryRow {
    const [before, after] = [current[setting], next[setting]]
    return {
      label,
      value: show(after),
      now: { value: show(before), isChanged: !isSameSetting(before, after) },
    }
  }

  const template = (value: unknown): ShownValue => {
    const id = plain(value)
    if (typeof id !== 'string') return null
    if (templates === null) return notLoaded
    return findTemplate(templates, id)?.omschrijving ?? id
  }
  const opposite = (value: unknown): ShownValue => oppositeOf(choiceOf(value))
  function ledgerRow(label: MessageKey, setting: Setting, purpose: RequiredPurpose): SummaryRow {
    const found = summarized.ledgers[purpose]
    const named = row(label, setting, (value) =>
      !isLack(found) && found.number === String(value) ? ledgerText(found) : plain(value),
    )
    return isLack(found) ? { ...named, value: found } : named
  }

  const isExclusive = choiceOf(info.verkoopprijs_artikelbestand_exclusief_btw)
  // A template that does not say whether its prices include VAT says nothing of the kind.
  const priceOf = (id: Id | null): ShownValue => {
    if (id !== null && templates === null) return notLoaded
    const template = findTemplate(templates ?? [], id)
    return vatMessage(template ? choiceOf(template.prijsIngaveExclusiefBtw) : isExclusive)
  }
  const usesStock = snelstart.application === 'desktop' && inhandel.use_stock
  const registerTemplate = usesStock
    ? inhandel.register_order_template
    : snelstart.default_order_template
  const accountTemplate = usesStock
    ? inhandel.account_order_template
    : snelstart.default_order_template

  /** Of what no setting holds, the first time is the first that anybody sees. */
  const unstored = (row: SummaryRow): SummaryRow =>
    isFirstTime && row.value !== null ? { ...row, isShown: true } : row

  return {
    snelstart: [
      unstored({
        label: 'wizard:application',
        value: { key: applicationNames[snelstart.application] },
      }),
      row('wizard:defaultTemplate', 'default_verkoop_order_sjabloon', template),
    ],
    inhandel: [
      row('wizard:useStock', 'write_as_order'),
      row('wizard:registerTemplate', 'direct_payment_verkoop_order_sjabloon', template),
      row('wizard:accountTemplate', 'invoice_verkoop_order_sjabloon', template),
      row('wizard:writeOrder', 'write_order'),
      row('wizard:syncOpenInvoices', 'sync_open_verkoop_factuur'),
    ],
    journals: [
      ledgerRow('wizard:ledgerCash', 'default_cash_payment_ledger', 'cash'),
      ledgerRow('wizard:ledgerEft', 'default_eft_payment_ledger', 'eft'),
      ledgerRow('wizard:ledgerWebshop', 'default_webshop_payment_ledger', 'webshop'),
      ledgerRow('wizard:ledgerEcr', 'default_cash_register', 'ecr'),
      ledgerRow('wizard:ledgerPaymentDifferences', 'cash_gap_ledger', 'payment_differences'),
      ledgerRow(
        'wizard:cashDifferenceSetting',
        'default_cash_difference_ledger',
        'payment_differences',
      ),
      unstored({
        label: 'wizard:ledgerCashDifferences',
        value: ledgerText(summarized.ledgers.cash_differences),
      }),
      ledgerRow('wizard:ledgerEmballage', 'default_emballage_ledger', 'emballage'),
      row('wizard:writeCashCount', 'write_cash_count'),
    ],
    unknown_relation: [walkInRow(relation, currentRelation, current, next)],
    import_and_sync: [
      ...importSettings.map(({ label, setting, isOpposite }) =>
        row(label, setting, isOpposite ? opposite : plain),
      ),
      ...openInvoiceRows(importAndSync.open_invoices, summarized.correction).map(unstored),
      unstored({
        label: 'wizard:emballageProduct',
        value: productText(importAndSync.emballage.emballage_product),
      }),
    ],
    prices: [
      row('wizard:priceDecimals', 'price_decimals'),
      row('wizard:roundedPrices', 'rounded_prices'),
      ...[
        row('wizard:articlePrices', 'prices_inclusive_tax', (value) =>
          vatMessage(oppositeOf(choiceOf(value))),
        ),
        { label: 'wizard:registerPrices', value: priceOf(registerTemplate) } as const,
        { label: 'wizard:accountPrices', value: priceOf(accountTemplate) } as const,
      ].map((price) => ({ ...price, isShown: true as const })),
    ],
  }
}

function openInvoiceRows(
  choice: { open_invoice_product: boolean; product: Product | null },
  correction: Ledger | Lack | null,
): SummaryRow[] {
  if (!choice.open_invoice_product) return []
  return [
    { label: 'wizard:openInvoiceProductChosen', value: productText(choice.product) },
    { label: 'wizard:ledgerCorrection', value: correction && ledgerText(correction) },
  ]
}

function walkInRow(
  relation: Relation | Lack,
  currentRelation: Relation | null,
  current: CompanySettings,
  next: CompanySettings,
): SummaryRow {
  const before = current.api_key?.default_no_relation
  const after = next.api_key?.default_no_relation
  const isKnown = currentRelation !== null && String(currentRelation.id) === String(before)
  return {
    label: 'wizard:walkIn',
    value: isLack(relation) ? relation : relationText(relation),
    now: {
      value: isKnown ? relationText(currentRelation) : (plain(before) ?? walkInByDefault),
      isChanged: !isSameSetting(before, after),
    },
  }
}

function plain(value: unknown): ShownValue {
  return choiceOf(value) ?? (isSet(value) ? String(value) : null)
}

function ledgerText(ledger: Ledger | Lack): ShownValue {
  return isLack(ledger) ? ledger : `${ledger.number} ${ledger.description}`.trim()
}

function productText(product: Product | null): string | null {
  return product && productLabel(product)
}

function relationText({ code, name }: Relation): string {
  return `${code} ${name}`.trim()
}

function oppositeOf(choice: boolean | null): boolean | null {
  return choice === null ? null : !choice
}

function vatMessage(isExclusive: boolean | null): Words | null {
  if (isExclusive === null) return null
  return { key: isExclusive ? 'wizard:exclusiveVat' : 'wizard:inclusiveVat' }
}
