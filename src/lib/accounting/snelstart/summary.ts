import { choiceOf, isSet } from '../../api/endpoint.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import { isSameSetting, settingsFrom } from './company-settings.ts'
import {
  type CompanySettings,
  findTemplate,
  isSetUp,
  type OrderTemplate,
  type Product,
} from './calls.ts'
import { perPurpose, type Ledger, type RequiredPurpose } from './ledgers.ts'
import { productLabel } from './products.ts'
import type { Relation } from './relations.ts'
import { rows, type Choices, type Kind, type Row, type UnstoredName } from './settings.ts'
import { summaryGroups, type SummaryGroup } from './steps.ts'
import { applicationNames, templateFields, usesStock, type Template } from './values.ts'

const { standard, register, account } = templateFields

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
  /** Nobody is asked about it. */
  isFixed?: true
}

/** Why there is no ledger or relation yet, in words that lead to its step. */
export const lacks = {
  missing: { key: 'wizard:notCreated' },
  checking: { key: 'wizard:isChecked' },
  /** Nothing usable was filled in, or it could not be looked up. */
  unsettled: { key: 'wizard:notSettled' },
} as const satisfies Record<string, Words>
export type Lack = (typeof lacks)[keyof typeof lacks]

export const isLack = (value: unknown): value is Lack =>
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

/** The choices that the settings are made of (§4): empty where a ledger or the relation is missing. */
export function choicesIn({ values, ledgers, relation, info }: Summarized): Choices {
  const numbers = perPurpose((purpose) => {
    const ledger = ledgers[purpose]
    return isLack(ledger) ? '' : ledger.number
  })
  return { values, ledgers: numbers, relation: isLack(relation) ? noRelation : relation, info }
}

/** All choices by their steps (§2), beside what the accounting connection holds today. */
export function summaryOf(summarized: Summarized): Summary {
  const { current } = summarized
  const isFirstTime = !isSetUp(current)
  const next = settingsFrom(choicesIn(summarized), current)
  const unstored = unstoredIn(summarized)

  function rowOf(name: string, row: Row): SummaryRow[] {
    const { label, group, kind } = row
    if (kind === 'unstored') {
      const value = unstored[name as UnstoredName]
      // Of what no setting holds, the first time is the first that anybody sees.
      const isNew = group === 'prices' || (isFirstTime && value !== null)
      return value === undefined ? [] : [{ label, value, ...(isNew && { isShown: true }) }]
    }
    const ledger = row.purpose && summarized.ledgers[row.purpose]
    const show = (value: unknown) => shown(value, kind, summarized, ledger)
    const [before, after] = [current[name], next[name]]
    return [
      {
        label,
        value: ledger && isLack(ledger) ? ledger : show(after),
        now: { value: show(before), isChanged: !isSameSetting(before, after) },
        // Prices are read each time, and say at a glance whether they are understood.
        ...(kind === 'vat' && { isShown: true }),
        ...(row.isFixed && { isFixed: true }),
      },
    ]
  }

  const entries = Object.entries<Row>(rows)
  const groups = summaryGroups.map(({ name: group }) => [
    group,
    group === 'unknown_relation'
      ? [walkInRow(summarized, next)]
      : entries.flatMap(([name, row]) => (row.group === group ? rowOf(name, row) : [])),
  ])
  return Object.fromEntries(groups) as Summary
}

/** What is shown of a setting's value, by the kind of the setting. */
function shown(
  value: unknown,
  kind: Kind,
  { templates }: Summarized,
  ledger: Ledger | Lack | undefined,
): ShownValue {
  if (kind === 'template') return templateName(value, templates)
  const text = plainValue(value, kind)
  return ledger && !isLack(ledger) && ledger.number === text ? ledgerText(ledger) : text
}

/** A setting's value as far as it says what it means by itself. */
export function plainValue(value: unknown, kind?: Kind): ShownValue {
  const choice = choiceOf(value)
  if (kind === 'opposite') return oppositeOf(choice)
  if (kind === 'vat') return vatMessage(oppositeOf(choice))
  return choice ?? (isSet(value) ? String(value) : null)
}

/** What an order template is called, by its id. */
export function templateName(id: unknown, templates: Summarized['templates']): ShownValue {
  if (!isSet(id)) return null
  const text = String(id)
  return templates === null ? notLoaded : (findTemplate(templates, text)?.omschrijving ?? text)
}

/** What was chosen and is in no setting; undefined is not asked. */
function unstoredIn(summarized: Summarized): Record<UnstoredName, ShownValue | undefined> {
  const { values, info, templates, ledgers, correction } = summarized
  const { open_invoices: openInvoices, emballage } = values.import_and_sync
  const isExclusive = choiceOf(info.verkoopprijs_artikelbestand_exclusief_btw)
  // A template that does not say whether its prices include VAT says nothing of the kind.
  const pricesOf = (withStock: Template): ShownValue => {
    const { chosenIn } = usesStock(values) ? withStock : standard
    const id = chosenIn(values)
    if (id !== null && templates === null) return notLoaded
    const template = findTemplate(templates ?? [], id)
    return vatMessage(template ? choiceOf(template.prijsIngaveExclusiefBtw) : isExclusive)
  }
  const isPaying = openInvoices.open_invoice_product
  return {
    application: { key: applicationNames[values.snelstart.application] },
    cash_differences: ledgerText(ledgers.cash_differences),
    product: isPaying ? productText(openInvoices.product) : undefined,
    correction: isPaying ? correction && ledgerText(correction) : undefined,
    emballage_product: productText(emballage.emballage_product),
    register_prices: pricesOf(register),
    account_prices: pricesOf(account),
  }
}

function walkInRow(
  { relation, currentRelation, current }: Summarized,
  next: CompanySettings,
): SummaryRow {
  const before = current.api_key?.default_no_relation
  const after = next.api_key?.default_no_relation
  const isKnown = currentRelation !== null && String(currentRelation.id) === String(before)
  return {
    label: 'wizard:walkIn',
    value: isLack(relation) ? relation : relationText(relation),
    now: {
      value: isKnown ? relationText(currentRelation) : (plainValue(before) ?? walkInByDefault),
      isChanged: !isSameSetting(before, after),
    },
  }
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

/** Whether prices exclude VAT, in words. */
export function vatMessage(isExclusive: boolean | null): Words | null {
  if (isExclusive === null) return null
  return { key: isExclusive ? 'wizard:exclusiveVat' : 'wizard:inclusiveVat' }
}
