import type { Locale } from '../i18n/messages.ts'
import { trimCocNumber } from './company.ts'
import { formatCsv } from './csv.ts'
import {
  customerFields,
  fieldNames,
  listCustomerFields,
  getColumnHeading,
  getText,
  normalizeText,
  type BoardingValues,
  type FieldName,
} from './customer.ts'
import { getTextKey } from './text.ts'

/** Returns a customer's texts by field, as they are sent. */
function textsOf(values: BoardingValues): string[] {
  return fieldNames.map((field) => {
    const { selected } = values.subscription
    if (field === 'subscription.selected') return String(selected?.id ?? '')
    return normalizeText(field, getText(values, field))
  })
}

/** Returns a key that is equal for identical customers. */
export const createCustomerKey = (values: BoardingValues): string =>
  JSON.stringify(
    textsOf(values).map((text, at) =>
      fieldNames[at] === 'merchant_info.username' ? text.toLowerCase() : getTextKey(text),
    ),
  )

export function findDifferentFields(values: BoardingValues, others: BoardingValues): FieldName[] {
  const [texts, otherTexts] = [textsOf(values), textsOf(others)]
  return fieldNames.filter((_, at) => texts[at] !== otherTexts[at])
}

/** Returns a normalised text of name and country to compare administrations. */
export const normalizeName = (name: string, country: string) =>
  `${getTextKey(name)}\n${getTextKey(country)}`

/** Returns the keys by which companies are compared. */
export function getCompanyKeys({ serial_info: { serial } }: BoardingValues): string[] {
  const texts = [trimCocNumber(serial.coc), serial.name].filter((text) => text.trim() !== '')
  return texts.map((text) => normalizeName(text, serial.country_code))
}

/** Maps duplicate rows to the first row of their company. */
export function findDuplicateRows(
  rows: readonly { id: number; values: BoardingValues }[],
): ReadonlyMap<number, number> {
  const idsByName = new Map<string, { id: number; coc: string }[]>()
  const duplicates = new Map<number, number>()
  for (const { id, values } of rows) {
    const coc = trimCocNumber(values.serial_info.serial.coc)
    for (const key of getCompanyKeys(values)) {
      const others = idsByName.get(key) ?? []
      idsByName.set(key, others)
      // Companies with equal names but different numbers are not duplicates.
      const earlier = others.find((each) => each.coc === '' || coc === '' || each.coc === coc)
      if (earlier && !duplicates.has(id)) duplicates.set(id, earlier.id)
      others.push({ id, coc })
    }
  }
  return duplicates
}

/** Returns the CSV template, with every subscription to choose from. */
export function createTemplateCsv(
  locale: Locale,
  isPolaris: boolean,
  plans: readonly string[],
): string {
  const fields = listCustomerFields(isPolaris)
  const headings = fields.map((field) => getColumnHeading(field, locale))
  const example = fields.map((field) =>
    field === 'subscription.selected' ? plans.join(' / ') : customerFields[field].example,
  )
  return formatCsv([headings, example], locale)
}

/** Returns customers and outcomes as CSV that can be loaded again. */
export function createResultCsv(
  customers: readonly { values: BoardingValues; plan: string }[],
  [headings = [], ...became]: readonly (readonly string[])[],
  locale: Locale,
  isPolaris: boolean,
): string {
  const fields = listCustomerFields(isPolaris)
  const lines = customers.map(({ values, plan }, row) => {
    const planName = values.subscription.selected?.name ?? plan
    const cells = fields.map((field) =>
      field === 'subscription.selected' ? planName : getText(values, field),
    )
    return [...cells, ...(became[row] ?? [])]
  })
  const heads = fields.map((field) => getColumnHeading(field, locale))
  return formatCsv([[...heads, ...headings], ...lines], locale)
}
