import { parseChoice, isSet } from '../../api/endpoint.ts'
import { administrationLabel, type Place } from '../../domain/place.ts'
import type { Message, MessageKey } from '../../i18n/messages.ts'
import {
  isSameSetting,
  isRelationSaved,
  createSettings,
  type WizardDecisions,
} from './company-settings.ts'
import {
  type CompanyInfo,
  findTemplate,
  type OrderTemplate,
  type AccountingProduct,
} from './calls.ts'
import { isCouplingSetUp, type CompanySettings } from './stored-settings.ts'
import {
  formatLedger,
  mapRequiredPurposes,
  type Ledger,
  type RequiredLedgerPurpose,
} from './ledgers.ts'
import { walkInRelationCode, type Relation } from './relations.ts'
import type { LedgerWarning, LedgerVerdict } from './suitability.ts'
import {
  applicationNames,
  wizardChoices,
  wizardChoiceRows,
  isStockUsed,
  type Choice,
  type ChoiceRow,
  type SummaryGroup,
  type TemplateName,
} from './choices.ts'
import { createFormValues, isChoiceAsked, findMissingFields, type WizardValues } from './values.ts'

export type ShownValue = boolean | string | Pick<Message, 'key'> | null

/** Summary row with the new `value` and the stored value (`now`). */
export interface SummaryRow {
  group: SummaryGroup
  label: MessageKey
  value: ShownValue
  now?: { value: ShownValue; isChanged: boolean }
  isFixed?: true
}

export const missingValueTexts = {
  missing: { key: 'wizard:notCreated' },
  checking: { key: 'wizard:isChecked' },
  /** The input is invalid, or its lookup failed. */
  unsettled: { key: 'wizard:notSettled' },
} as const satisfies Record<string, Message>
export type MissingValueMessage = (typeof missingValueTexts)[keyof typeof missingValueTexts]

export const isMissingValue = (value: unknown): value is MissingValueMessage =>
  (Object.values(missingValueTexts) as unknown[]).includes(value)

export const isRowPending = ({ value, now }: SummaryRow) =>
  isMissingValue(value) || now?.isChanged === true

/** True for unchangeable and report-only rows without a missing or changed value. */
export const isReadOnlyRow = (row: SummaryRow) =>
  !isRowPending(row) && (isReportOnlyRow(row) || row.isFixed === true)

/** True if the row's value appears in reports but in no setting. */
export const isReportOnlyRow = ({ now, group }: SummaryRow) =>
  now === undefined && group !== 'prices'

export type Summary = readonly SummaryRow[]

/** Returns the summary without change marks, as for a first setup. */
export const removeChangeMarks = (summary: Summary): Summary =>
  summary.map((row) => (row.now ? { ...row, now: { ...row.now, isChanged: false } } : row))

/** Origin of a ledger (`named` in settings, `created` by the wizard). */
export type Origin = 'named' | 'accepted' | 'unaccepted' | 'created' | 'dryRun'

interface DayRow extends Pick<Ledger, 'number' | 'description' | 'code'> {
  label: MessageKey
  /** Amount in cents, or null for the total of the day. */
  cents: number | null | 'invalid'
  verdict?: LedgerVerdict['kind']
}

/** In `perhapsTwice`, the browser may have repeated the request (contract §4). */
export type ImportState =
  'notAsked' | 'notStarted' | 'failed' | 'started' | 'perhapsTwice' | 'unknown'

export type ImportStates = Readonly<Record<'products' | 'relations', ImportState>>

/** Report of a set-up, compared with the report at `lastAt`. */
export interface Report {
  administration: string
  administrationId: string
  location: string
  locationId: string
  book: string
  at: number
  isDryRun: boolean
  imports?: ImportStates
  lastAt?: number
  ledgers: readonly (Pick<Ledger, 'number' | 'description' | 'function'> &
    Partial<Ledger> & {
      label: MessageKey
      origin: Origin | 'changed' | 'gone'
      warning?: LedgerWarning
    })[]
  relation: { code: string; name: string; origin: 'existing' | 'created' | 'dryRun' } | null
  products: readonly string[]
  settings: readonly Pick<SummaryRow, 'label' | 'value' | 'now'>[]
  day?: {
    rows: readonly DayRow[]
    isExample: boolean
    orders: Readonly<Record<'register' | 'account', ShownValue>> | null
  }
}

export const describePlace = (
  { administration, location }: Place,
  { snelstart_administratie_identifier: book }: CompanySettings,
  at: number,
) => ({
  administration: administrationLabel(administration),
  administrationId: String(administration.id),
  location: location.name,
  locationId: String(location.id),
  book: String(book),
  at,
})

/** Keeps the earlier report if the repeated set-up changed nothing. */
export function mergeReports(report: Report, earlier: Report | null): Report {
  if (report.isDryRun || earlier?.book !== report.book) return report
  const before = new Map(earlier.settings.map(({ label, value }) => [label, JSON.stringify(value)]))
  const listDetails = ({ ledgers }: Report) =>
    JSON.stringify(ledgers.map((ledger) => ({ ...ledger, origin: '' })))
  const isSame =
    report.day?.isExample !== false &&
    listDetails(report) === listDetails(earlier) &&
    report.ledgers.every(({ origin }) => origin === 'named') &&
    report.settings.every(({ label, value, now }) => {
      const isUnanswered = value === null && now === undefined
      return !now?.isChanged && (isUnanswered || before.get(label) === JSON.stringify(value))
    })
  return isSame ? earlier : report
}

export interface SummaryInput {
  values: WizardValues
  info: CompanyInfo
  ledgers: Readonly<Record<RequiredLedgerPurpose, Ledger | MissingValueMessage>>
  correction: Ledger | MissingValueMessage | null
  relation: Relation | MissingValueMessage
  currentRelation: Relation | null
  templates: readonly OrderTemplate[] | null
  current: CompanySettings
  /** Previous number of the cash differences ledger, which no setting stores. */
  cashDifferences: string | null
  keptPurposes?: readonly RequiredLedgerPurpose[]
}

const notLoaded: Message = { key: 'wizard:notLoaded' }

/** Collects the user's decisions that the settings store (§4). */
export function collectWizardDecisions(summarized: SummaryInput): WizardDecisions {
  const { values, ledgers, relation, info, keptPurposes = [] } = summarized
  const numbers = mapRequiredPurposes((purpose) => {
    const ledger = ledgers[purpose]
    return isMissingValue(ledger) ? '' : ledger.number
  })
  const knownRelation = isMissingValue(relation)
    ? { id: '', code: '', name: '', kinds: [] }
    : relation
  return { values, ledgers: numbers, relation: knownRelation, info, keptPurposes }
}

export function createSummary(summarized: SummaryInput): Summary {
  const { current, values } = summarized
  const next = createSettings(collectWizardDecisions(summarized), current)
  return wizardChoiceRows.flatMap((row): SummaryRow[] => {
    const { label, step: group, kind, setting } = row
    const isOmitted = !isChoiceAsked(row.name, values)
    if (isOmitted && setting === undefined) return []
    if (kind === 'relation') return [walkInRow(summarized)]
    if (setting === undefined)
      return [{ group, label, value: reported(row, summarized), ...earlierValue(row, summarized) }]
    const isChosen = !findMissingFields(values).some((name) => name === row.name)
    const ledger = isChosen ? ledgerIn(row, summarized) : missingValueTexts.unsettled
    const [before, after] = [current[setting], next[setting]]
    const isShared = row.purpose !== undefined && row.purpose !== row.name
    return [
      {
        group,
        label,
        value: isMissingValue(ledger) ? ledger : shown(after, row, summarized),
        now: { value: shown(before, row, summarized), isChanged: !isSameSetting(before, after) },
        ...((kind === 'flag' || isShared || isOmitted) && { isFixed: true }),
      },
    ]
  })
}

function ledgerIn({ name, purpose }: ChoiceRow, { ledgers, correction }: SummaryInput) {
  if (name === 'correction') return correction
  return purpose === undefined ? null : ledgers[purpose]
}

/** Returns previous values that no setting stores. */
function earlierValue(row: ChoiceRow, summarized: SummaryInput): Pick<SummaryRow, 'now'> | null {
  const { current, values, ledgers, cashDifferences } = summarized
  if (row.name === 'application') {
    const before = isCouplingSetUp(current) ? createFormValues(current).application : null
    const value = before && { key: applicationNames[before] }
    return { now: { value, isChanged: before !== values.application } }
  }
  const ledger = ledgers.cash_differences
  const number = isMissingValue(ledger) ? null : ledger.number
  if (row.name !== 'cash_differences' || (number ?? cashDifferences) === null) return null
  const value = shown(cashDifferences, row, summarized)
  return { now: { value, isChanged: number !== cashDifferences } }
}

function shown(value: unknown, row: ChoiceRow, summarized: SummaryInput): ShownValue {
  if (row.kind === 'template') return findTemplateName(value, summarized.templates)
  const text = toShownValue(value, row)
  const ledger = ledgerIn(row, summarized)
  return ledger && !isMissingValue(ledger) && ledger.number === text ? formatLedger(ledger) : text
}

export function toShownValue(
  value: unknown,
  { kind, isOpposite }: Partial<Pick<Choice, 'kind' | 'isOpposite'>> = {},
): ShownValue {
  const choice = parseChoice(value)
  if (isOpposite) return oppositeOf(choice)
  if (kind === 'vat') return getVatMessage(oppositeOf(choice))
  return choice ?? (isSet(value) ? String(value) : null)
}

export function findTemplateName(id: unknown, templates: SummaryInput['templates']): ShownValue {
  if (!isSet(id)) return null
  const text = String(id)
  return templates === null ? notLoaded : (findTemplate(templates, text)?.omschrijving ?? text)
}

function reported(row: ChoiceRow, summarized: SummaryInput): ShownValue {
  const { values } = summarized
  const { name } = row
  if (name === 'application') return { key: applicationNames[values.application] }
  if (name === 'register_prices') return salesPrices('register_order_template', summarized)
  if (name === 'account_prices') return salesPrices('account_order_template', summarized)
  if (name === 'paying_product' || name === 'emballage_product') {
    const { chosen } = values[name]
    return chosen && formatProduct(chosen)
  }
  const ledger = ledgerIn(row, summarized)
  return ledger && !isMissingValue(ledger) ? formatLedger(ledger) : ledger
}

/** Returns whether sales prices include VAT, preferably according to the order template. */
function salesPrices(
  withStock: TemplateName,
  { values, templates, info }: SummaryInput,
): ShownValue {
  const id = values[isStockUsed(values) ? withStock : 'default_order_template']
  if (id !== null && templates === null) return notLoaded
  const template = findTemplate(templates ?? [], id)
  const { verkoopprijs_artikelbestand_exclusief_btw: ofArticles } = info
  return getVatMessage(parseChoice(template ? template.prijsIngaveExclusiefBtw : ofArticles))
}

function walkInRow(summarized: SummaryInput): SummaryRow {
  const { relation, currentRelation, current } = summarized
  const decided = collectWizardDecisions(summarized)
  const before = current.api_key?.default_no_relation
  // SnelStart books unknown customers on relation -2 by default (§4).
  const isKnown = isSet(before)
    ? String(currentRelation?.id) === String(before)
    : currentRelation?.code === walkInRelationCode
  const unknown = toShownValue(before) ?? { key: 'wizard:walkInByDefault' }
  return {
    group: 'unknown_relation',
    label: wizardChoices.walk_in.label,
    value: isMissingValue(relation) ? relation : relationText(relation),
    now: {
      value: currentRelation && isKnown ? relationText(currentRelation) : unknown,
      isChanged: isRelationSaved(decided, current) && !isSameSetting(before, decided.relation.id),
    },
  }
}

export const formatProduct = ({ name, sku_code: code }: AccountingProduct) =>
  code ? `${name} (${code})` : name

const relationText = ({ code, name }: Relation) => `${code} ${name}`.trim()

const oppositeOf = (choice: boolean | null) => (choice === null ? null : !choice)

export function getVatMessage(isExclusive: boolean | null): ShownValue {
  if (isExclusive === null) return null
  return { key: isExclusive ? 'wizard:exclusiveVat' : 'wizard:inclusiveVat' }
}
