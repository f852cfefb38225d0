import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRows, type ColumnMapping, type ListTable } from './read-list.ts'
import { measureProcessorTime } from '../../../test/processor-time.ts'
import type { Message } from '../i18n/messages.ts'
import { listRowLimit } from '../limits.ts'
import { createCustomerValidator, fieldNames, getColumnHeading, getText } from './customer.ts'
import { formatCsv } from './csv.ts'
import { createCustomerKey } from './customer-list.ts'
import { readList, readTable } from '../../../test/read-list.ts'

const headings = 'Naam;Email;Bedrijfsnaam;KvK;Land;Website;Locatie Naam;Abonnement'
const fullName = 'merchant_info.full_name'
const email = 'merchant_info.username'
const company = 'serial_info.serial.name'
const coc = 'serial_info.serial.coc'
const location = 'serial_info.location.name'
const anna = 'Anna;anna@bakker.nl;Bakker;12345678;BE;https://bakker.nl;Markt;Basis'

const textsOf = (text: string) =>
  readList(text).rows.map(({ values, plan }) =>
    fieldNames.map((field) => (field === 'subscription.selected' ? plan : getText(values, field))),
  )
const annas = [anna.split(';')]

test('treats the first line of a list without headings as a customer', () => {
  const lines = [anna, anna.replace('Markt', 'Filiaal')]
  expect(readTable(lines.join('\n'))).toMatchObject({ lines: lines.map((line) => line.split(';')) })
})

describe('readList', () => {
  test.each([
    ['semicolons', `${headings}\n${anna}`],
    ['commas', `${headings}\n${anna}`.replaceAll(';', ',')],
    ['pipes', `${headings}\n${anna}`.replaceAll(';', '|')],
    ['lines quoted as a whole', `"${headings}"\n"${anna}"`],
    ['quoted lines below headings', `${headings}\n"${anna.replace('Bakker', '""Bakker""')}"`],
    ['tabs', `${headings}\n${anna}`.replaceAll(';', '\t')],
    ['a byte order mark', `\uFEFF${headings}\r\n${anna}\r\n`],
    ['carriage returns as line ends', `${headings}\r${anna}\r`],
    ['a separator line for the spreadsheet', `sep=;\n${headings}\n${anna}`],
    ['blank lines', `\n;;;\n${headings}\n\n;;;;\n${anna}\n  \n`],
    ['a byte order mark inside the text', `${headings}\n\uFEFF"${anna.replaceAll(';', '";"')}"`],
    ['line breaks in headings', `${headings.replace(/(Locatie) (Naam)/, '"$1\r\n$2"')}\n${anna}`],
    ['a right-to-left mark before the headings', `\u202B${headings}\n${anna}`],
    ['quoted cells', `"${headings.replaceAll(';', '";"')}"\n"${anna.replaceAll(';', '";"')}"`],
    [
      'English headings',
      `${fieldNames.map((each) => getColumnHeading(each, 'en')).join()}\n${anna.replaceAll(';', ',')}`,
    ],
    [
      'headings in another case',
      `${headings.toUpperCase().replace('LOCATIE NAAM', 'locatienaam ')}\n${anna}`,
    ],
  ])('reads a list with %s', (_, text) => {
    expect(textsOf(text)).toEqual(annas)
  })

  test('reads columns of a list in any order and ignores unused ones', () => {
    const turned = (line: string) => [...line.split(';').reverse(), 'x', ''].join(';')
    const text = `${turned(headings).replace(';x', ';Omzet')}\n${turned(anna)}`
    expect(textsOf(text)).toEqual(annas)
    expect(readList(text)).toMatchObject({ ignored: ['Omzet'], long: [] })
  })

  test('normalises the values of a list like the form does', () => {
    const text = `${headings}\n Anna ;anna@bakker.nl;"Bakker\n en zoon";12 34.56 78;belgië;bakker.nl;Markt;Basis`
    expect(textsOf(text)).toEqual([
      [
        'Anna',
        'anna@bakker.nl',
        'Bakker en zoon',
        '12345678',
        'BE',
        'https://bakker.nl',
        'Markt',
        'Basis',
      ],
    ])
  })

  test('keeps letters of all scripts in a list', () => {
    const text = `${headings}\n${anna.replace('Anna', 'שרה לוי 🥐').replace('Markt', 'متجر')}`
    expect(textsOf(text)[0]).toEqual(expect.arrayContaining(['שרה לוי 🥐', 'متجر']))
  })

  test('reads no merchant from the list of a polaris user', () => {
    const text = 'Naam;Bedrijfsnaam;Locatie\nAnna;Bakker;Markt'
    const { rows, ignored } = readList(text, true)
    expect(ignored).toEqual(['Naam'])
    expect(rows[0]?.values.merchant_info).toEqual({ full_name: '', username: '' })
    expect(rows[0]?.values.serial_info.location.name).toBe('Markt')
  })

  test('reports rows with more cells than headings', () => {
    const { rows, long } = readList(`${headings}\n${anna};\n${anna};more\n${anna}`)
    expect(rows).toHaveLength(3)
    expect(long).toEqual([2])
  })

  test.each<[string, string, Message['key'], Message['parameters']?]>([
    ['no content', '', 'customers:empty'],
    ['blank cells only', ' \n;;\n\t\n', 'customers:empty'],
    ['headings only', headings, 'customers:headingsOnly'],
    ['headings and blank rows only', `${headings}\n;;;\n`, 'customers:headingsOnly'],
    [
      'HTML instead of rows',
      `<html><table><tr><td>Naam</td></tr></table></html>`,
      'customers:noText',
    ],
    [
      'an unclosed quote',
      `\n${headings}\n${anna}\nBob;"bob;x\n${anna}`,
      'customers:quotes',
      { line: '4' },
    ],
    ['a quote inside a cell', `${headings}\n"A" B;${anna}`, 'customers:quotes', { line: '2' }],
  ])('returns a message for a list with %s', (_, text, key, parameters) => {
    expect(readTable(text)).toEqual(
      parameters ? { key, parameters } : expect.objectContaining({ key }),
    )
  })

  test('reads a list with synonymous headings below a title', () => {
    const others =
      'E-mailadres;Achternaam;Tussenvoegsel;Voornaam;Bedrijf;KvK nr.;Vestiging;Plaats\n' +
      'a@b.nl;Vries;de;Anna;Bakker;12345678.0;Markt;Tiel'
    const { rows, ignored } = readList(`Klanten 2026;;\nStand van vandaag\n${others}`)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.values).toMatchObject({
      merchant_info: { full_name: 'Anna de Vries', username: 'a@b.nl' },
      serial_info: { serial: { name: 'Bakker', coc: '12345678' }, location: { name: 'Markt' } },
    })
    expect(ignored).toEqual(['Plaats'])
    for (const name of ['KvK-nummer', 'kvk nr', 'KvK-nr.', 'Kamer van Koophandel']) {
      expect(readTable(others.replace('KvK nr.', name))).toMatchObject({
        mapping: { 'serial_info.serial.coc': [5] },
      })
    }
  })

  test('finds headings in the first ten lines only', () => {
    const titled = (lines: number) => readTable(`${'Klanten\n'.repeat(lines)}${headings}\n${anna}`)
    expect(titled(9)).toMatchObject({ mapping: { [email]: [1], [company]: [2] } })
    expect(titled(10)).not.toMatchObject({ mapping: { [email]: [1] } })
  })

  test.each<[string, string, ColumnMapping, string[], ColumnMapping]>([
    [
      'an unknown heading',
      `${headings.replace('Bedrijfsnaam', 'Klant')}\n${anna}`,
      { [email]: [1], [coc]: [3] },
      ['Klant (Bakker)'],
      { [company]: [2] },
    ],
    [
      'a duplicate heading',
      `Naam;${headings}\nBob;${anna}`,
      { [fullName]: [0], [company]: [3] },
      ['Naam (Bob)', 'Naam (Anna)'],
      { [fullName]: [1] },
    ],
    [
      'no headings',
      anna.replace(';12345678;BE;https://bakker.nl;Markt;Basis', ';Markt'),
      {},
      ['1 (Anna)', '2 (anna@bakker.nl)', '3 (Bakker)', '4 (Markt)'],
      { [fullName]: [0], [email]: [1], [company]: [2], [location]: [3] },
    ],
  ])('has %s checked by the user', (_, text, suggested, labels, chosen) => {
    const { mapping, columns, isClear } = readTable(text) as ListTable
    expect({ isClear, mapping }).toMatchObject({ isClear: false, mapping: suggested })
    expect(columns.map((column) => column.text)).toEqual(expect.arrayContaining(labels))
    const { rows } = readList(text, false, { ...mapping, ...chosen })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.values).toMatchObject({
      merchant_info: { full_name: 'Anna', username: 'anna@bakker.nl' },
      serial_info: { serial: { name: 'Bakker' }, location: { name: 'Markt' } },
    })
  })

  test('reads one column for two fields and several columns for one field', () => {
    const text = 'Roepnaam;Familie;Email;Zaak\nAnna;de Vries;a@b.nl;Bakker\nBob;;b@b.nl;Slager'
    const mapping = { [fullName]: [0, 1], [email]: [2], [company]: [3], [location]: [3] }
    const { rows, ignored } = readList(text, false, mapping)
    expect(
      rows.map(({ values: { merchant_info: merchant, serial_info: shop } }) => [
        merchant.full_name,
        shop.serial.name,
        shop.location.name,
      ]),
    ).toEqual([
      ['Anna de Vries', 'Bakker', 'Bakker'],
      ['Bob', 'Slager', 'Slager'],
    ])
    expect(ignored).toEqual([])
  })

  test.each<[string, string, ColumnMapping]>([
    ['a contact person', 'Naam;Contactpersoon;Email;Locatie', { [company]: [0], [fullName]: [1] }],
    ['a relation code', 'Relatiecode;Naam;Email;Locatie', { [company]: [1] }],
    [
      'a relation code and a company',
      'Klantnummer;Naam;Bedrijf;Email;Locatie',
      { [company]: [2], [fullName]: [1] },
    ],
    [
      'first and last name',
      'Naam;Voornaam;Achternaam;Email',
      { [company]: [0], [fullName]: [1, 2] },
    ],
    ['a first name only', 'Naam;Voornaam;Bedrijf;Email', { [company]: [2], [fullName]: [1, 0] }],
  ])('has "Naam" beside %s checked by the user', (_, line, suggested) => {
    const cells = line.split(';').map((__, index) => `x${index}`)
    const { mapping, isClear } = readTable(`${line}\n${cells.join(';')}`) as ListTable
    expect(isClear).toBe(false)
    expect({ [fullName]: mapping[fullName], [company]: mapping[company] }).toEqual({
      [fullName]: undefined,
      ...suggested,
    })
  })

  test('reads "null" as empty in optional columns only', () => {
    const nothing = 'Null;a@b.nl;Null;NULL;null;Null;Null;null'
    expect(textsOf(`${headings}\n${nothing}`)).toEqual([
      ['Null', 'a@b.nl', 'Null', '', 'NL', '', 'Null', ''],
    ])
  })

  test('keeps the quotation marks at the start of cells from Excel', () => {
    const rows = [
      headings,
      'Anna;a@b.nl;"De Kaas" BV;;NL;;"Markt;Basis',
      'Bob;b@b.nl;"Bakker\nen ""zoon""";;NL;;"Plein";"',
    ]
    expect(textsOf(rows.join('\n').replaceAll(';', '\t'))).toEqual([
      ['Anna', 'a@b.nl', '"De Kaas" BV', '', 'NL', '', '"Markt', 'Basis'],
      ['Bob', 'b@b.nl', 'Bakker en "zoon"', '', 'NL', '', 'Plein', '"'],
    ])
  })

  test('removes invisible characters, placeholders and mail prefixes from the values of a list', () => {
    const text =
      'Naam;Email;Bedrijfsnaam;KvK;LandID;Website;Locatie Naam\n' +
      'Cafe\u0301\u00A0 Zoe;Anna <a@x.example>,;\u200B’t Hof;"=""01234567""";BE;n.v.t.;Markt\n' +
      "Bob;mailto:b@x.example;Hof;'0123;Nederland (NL);nvt;Markt\n" +
      'Cleo;c@x.example;Hof;-;n.v.t.;geen;Markt'
    expect(textsOf(text)).toEqual([
      ['Café Zoe', 'a@x.example', '’t Hof', '01234567', 'BE', '', 'Markt', ''],
      ['Bob', 'b@x.example', 'Hof', '0123', 'NL', '', 'Markt', ''],
      ['Cleo', 'c@x.example', 'Hof', '', 'NL', '', 'Markt', ''],
    ])
  })

  test('reports a missing value for a row with a different delimiter than the headings', () => {
    const { rows } = readList(`${headings}\n${anna.replaceAll(';', ',')}`)
    expect(rows.map(({ values }) => createCustomerValidator(false)(values))).toEqual([
      expect.objectContaining({ 'merchant_info.username': { key: 'validation:required' } }),
    ])
  })

  test('finds the known columns among 2,000 and lists the others', () => {
    const others = Array.from({ length: 2000 }, (_, index) => `Kolom ${index}`)
    const text = `${others.join(';')};${headings}\n${'x;'.repeat(2000)}${anna}`
    expect(textsOf(text)).toEqual(annas)
    expect(readList(text).ignored).toEqual(others)
  })

  test.each(['a', ' ', 'a.', '1 ', '"', "'", '\n', '@', ',', 'https://a'])(
    'reads and validates cells of 200,000 characters within seconds: %j',
    (piece) => {
      const long = `x${piece.repeat(200_000 / piece.length)}x`
      const cell = `"${long.replaceAll('"', '""')}"`
      const time = measureProcessorTime(() => {
        const { rows } = readList(`${headings}\n${Array(8).fill(cell).join(';')}`)
        for (const { values } of rows) {
          createCustomerValidator(false)(values)
          expect(createCustomerKey(values).length).toBeGreaterThan(0)
          expect(formatCsv([[values.merchant_info.full_name]], 'nl').length).toBeGreaterThan(0)
        }
      })
      // A quadratic algorithm would take minutes for this list.
      expect(time).toBeLessThan(10)
    },
  )

  test('rejects a list with more customers than the limit', () => {
    const many = (count: number) => `${headings}\n${`${anna}\n`.repeat(count)}`
    expect(readList(many(listRowLimit)).rows).toHaveLength(listRowLimit)
    const parameters = { count: '100000', limit: String(listRowLimit) }
    expect(readTable(many(100_000))).toEqual({ key: 'customers:tooMany', parameters })
  })

  test('returns a table or a message for any text', () => {
    const marks = ['"', ';', ',', '\t', '\n', '\r\n', '\uFEFF', '🥐', "'", '<', '\0', '\u202E']
    const pieces = fc.constantFrom(headings, anna, 'sep=;\n', '=1+1', 'null', ...marks)
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(texts, fc.boolean(), (text, isPolaris) => {
        const table = readTable(text, isPolaris)
        if ('key' in table) expect(table.key).toMatch(/^customers:/)
        else expect(readRows(table).rows).toHaveLength(table.lines.length)
      }),
    )
  })
})
