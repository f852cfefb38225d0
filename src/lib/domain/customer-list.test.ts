import fc from 'fast-check'
import { parse } from 'papaparse'
import { expect, test } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import { readList, readTable } from '../../../test/read-list.ts'
import { locales } from '../i18n/messages.ts'
import { createCustomerValidator, setFieldText } from './customer.ts'
import {
  findDifferentFields,
  createCustomerKey,
  createResultCsv,
  createTemplateCsv,
  findDuplicateRows,
} from './customer-list.ts'
import { decodeText } from './encoding.ts'
import { cleanText } from './text.ts'

test('createCustomerKey ignores case, spaces and accents of names', () => {
  const values = boardingValues()
  const spelled = setFieldText(values, 'serial_info.serial.name', ' NIEUWE  zaák ')
  expect(
    createCustomerKey(setFieldText(spelled, 'serial_info.serial.country_code', 'Nederland')),
  ).toBe(createCustomerKey(values))
  expect(createCustomerKey({ ...values, subscription: { selected: null } })).not.toBe(
    createCustomerKey(values),
  )
  const dotted = setFieldText(values, 'merchant_info.username', 'nie.uw@zaak.test')
  expect(createCustomerKey(dotted)).not.toBe(createCustomerKey(values))
})

test('findDifferentFields names a field that differs only in case or accents', () => {
  const values = boardingValues()
  const accented = setFieldText(values, 'serial_info.serial.name', 'Nieuwe zaák')
  expect(findDifferentFields(values, accented)).toEqual(['serial_info.serial.name'])
})

test('findDuplicateRows finds customers with the same number, or the same name and country', () => {
  const company = (name: string, coc: string, country = 'NL') => {
    const named = setFieldText(boardingValues(), 'serial_info.serial.name', name)
    const numbered = setFieldText(named, 'serial_info.serial.coc', coc)
    return setFieldText(numbered, 'serial_info.serial.country_code', country)
  }
  const rows = [
    company('Bakker', '1'),
    company(' bakker ', ''),
    company('Bakker', '2'),
    company('Bakker', '1', 'BE'),
    company('Slager', '1'),
    company('Slager', '1'),
    company('', ''),
    company('', ''),
    company('Kapper', '01234567'),
    // The number lost its leading zero in a spreadsheet.
    company('Kapper Holding', '1234567.0'),
    company('Café ’t Hoekje B.V.', ''),
    company("CAFE 't  hoekje BV", ''),
  ].map((values, id) => ({ id, values }))
  expect([...findDuplicateRows(rows)]).toEqual([
    [1, 0],
    // A company without a number is a duplicate if the names are equal.
    [2, 1],
    [4, 0],
    [5, 0],
    [9, 8],
    [11, 10],
  ])
})

const cellsOf = (csv: string) =>
  parse<string[]>(csv.replace(/^\uFEFF/, ''), { newline: '\r\n', skipEmptyLines: true }).data

test.each(locales)(
  'readList skips the example row of the template (%s) unless the row was changed',
  (locale) => {
    for (const isPolaris of [false, true]) {
      const template = createTemplateCsv(locale, isPolaris, ['Winkel', 'Keten'])
      expect(cellsOf(template)[1]?.at(-1)).toBe('Winkel / Keten')
      expect(readTable(template, isPolaris)).toEqual({ key: 'customers:headingsOnly' })
      const { rows, ...others } = readList(template.replace('Markt', 'Plein'), isPolaris)
      expect(others).toEqual({ ignored: [], long: [] })
      const problems = rows.map(({ values }) =>
        Object.keys(createCustomerValidator(isPolaris)(values)),
      )
      expect(problems).toEqual([['subscription.selected']])
    }
  },
)

/** Arbitrary text that a cell can contain. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom("'", '=', '＝', '-', ' ', '"', ';', ',', 'a', 'é', 'ש', '🥐'),
    }),
  )
  .filter((each) => !/[\p{Cc}\uFEFF]|^\s*null\s*$/iu.test(each))
const filled = text.filter((each) => cleanText(each) !== '')

const headings = [
  'Toestand',
  'Administratie-id',
  'Locatie-id',
  'Sleutel-id',
  'Wat te doen',
  'Link om goed te keuren',
]

test('readList reads the customers back from the list that they were saved to', () => {
  const customer = fc
    .record({ fullName: text, username: text, name: filled, coc: text, country: filled, url: text })
    .map(({ fullName, username, name, coc, country, url }) =>
      boardingValues({
        merchant_info: { full_name: fullName, username },
        serial_info: {
          serial: { name, coc, country_code: country, website_url: url },
          location: { name: fullName },
        },
      }),
    )
  fc.assert(
    fc.property(
      fc.array(customer, { minLength: 1 }),
      text,
      fc.constantFrom(...locales),
      (customers, state, locale) => {
        const became = customers.map(() => [state, '', '', '', state, ''])
        const rows = customers.map((values) => ({ values, plan: '' }))
        const csv = createResultCsv(rows, [headings, ...became], locale, false)
        const loaded = decodeText(new TextEncoder().encode(csv))?.text ?? ''
        const list = readList(loaded)
        const { subscription } = boardingValues()
        expect(
          list.rows.map(({ values }) => createCustomerKey({ ...values, subscription })),
        ).toEqual(customers.map(createCustomerKey))
        expect(list).toMatchObject({ ignored: headings, long: [] })
      },
    ),
  )
})

test('writes the values and the outcome of each customer to the result file', () => {
  const values = boardingValues()
  const link = 'https://web.snelstart.nl/couplings/activate/x?referenceKey=k'
  const became = [
    ['klaar', '7', 'l-1', 'k', '', link],
    ['=fout', '', '', '', 'Kijk', ''],
  ]
  const unknown = { values: { ...values, subscription: { selected: null } }, plan: 'Wnkel' }
  const rows = [{ values, plan: '' }, unknown]
  const csv = createResultCsv(rows, [headings, ...became], 'nl', false)
  const [heads, created, failed] = cellsOf(csv)
  expect(heads?.slice(8)).toEqual(headings)
  expect(created?.slice(8)).toEqual(became[0])
  expect(failed?.slice(8)).toEqual(["'=fout", '', '', '', 'Kijk', ''])
  expect(readList(csv)).toMatchObject({
    rows: [{ ...unknown, plan: 'Winkel' }, unknown],
  })
  expect(cellsOf(createResultCsv(rows, [headings], 'nl', true))[0]?.[0]).toBe('Bedrijfsnaam')
})
