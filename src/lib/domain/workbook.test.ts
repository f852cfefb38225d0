import { describe, expect, test } from 'vitest'
import { createArchive, createWorkbook } from '../../../test/workbook.ts'
import { MessageKeyError } from '../api/errors.ts'
import { workbookByteLimit, workbookRowLimit } from '../limits.ts'
import { findSheets, findTable } from './read-list.ts'
import { readWorkbook } from './workbook.ts'

describe('readWorkbook', () => {
  const headings = ['Naam', 'Email', 'Bedrijfsnaam', 'KvK', 'Locatie Naam']

  test('reads texts, numbers, dates and results of formulas of a sheet from Excel', async () => {
    const rich = 't="inlineStr"><is><r><t>Bakkerij </t></r><r><t>&amp; Zoon</t></r></is></c>'
    const cells = [
      headings,
      [
        'Anna',
        { xml: 't="str"><f>A2&amp;"@b.nl"</f><v>anna@b.nl</v></c>' },
        { xml: rich },
        1234567,
        'Markt',
      ],
      [],
      [
        { xml: 't="b"><v>1</v></c>' },
        { xml: 't="e"><v>#N/A</v></c>' },
        { day: 46355 },
        { zeros: 1234567 },
      ],
      ['', '', '', { xml: '><v>12345678901234567890</v></c>' }, '_x0041_'],
    ]
    expect(await readWorkbook(createWorkbook({ Klanten: cells, Leeg: [[]] }))).toEqual([
      {
        name: 'Klanten',
        cells: [
          headings,
          ['Anna', 'anna@b.nl', 'Bakkerij & Zoon', '1234567', 'Markt'],
          ['', '', '', '', ''],
          ['true', '', '2026-11-29', '1234567', ''],
          ['', '', '', '12345678901234567890', 'A'],
        ],
      },
    ])
  })

  test.each([
    [
      'Numbers',
      { Samenvatting: [['Tabel', 'Blad']], Klanten: [headings, ['A', 'a@b.nl', 'B', '', 'M']] },
      {},
    ],
    [
      'Google Sheets',
      { Klanten: [headings, ['A', 'a@b.nl', 'B', '', 'M']] },
      { after: '<row r="999"/><row r="1000"><c r="A1000" s="1"/></row>' },
    ],
    [
      'LibreOffice',
      { Klanten: [headings, ['A', 'a@b.nl', 'B', '', 'M']] },
      { isInline: true, after: '<row r="1048576" s="1"><c r="XFD1048576" s="1"/></row>' },
    ],
  ])('reads the customers of a workbook of %s', async (_, sheets, looks) => {
    const [sheet, ...others] = findSheets(await readWorkbook(createWorkbook(sheets, looks)))
    expect(others).toEqual([])
    const table = findTable(sheet?.cells ?? [], false)
    expect(table).toMatchObject({ isClear: true, lines: [['A', 'a@b.nl', 'B', '', 'M']] })
  })

  test('reads 2,000 rows of 20 columns without a change', async () => {
    const cells = Array.from({ length: 2000 }, (_, row) =>
      Array.from({ length: 20 }, (__, column) => `cel ${row} ${column} ${'é'.repeat(column + 1)}`),
    )
    expect(await readWorkbook(createWorkbook({ Klanten: cells }))).toEqual([
      { name: 'Klanten', cells },
    ])
  })

  const far = (address: string) =>
    createWorkbook({ A: [headings] }, { after: `<row r="5"><c r="${address}"><v>1</v></c></row>` })
  const whole = createWorkbook({ Klanten: [headings] })

  test.each<[string, Uint8Array, MessageKeyError['key']]>([
    ['another program', createArchive(), 'customers:noText'],
    ['empty sheets', createWorkbook({ A: [], B: [['']] }), 'customers:empty'],
    ['a missing end', whole.subarray(0, whole.length * 0.6), 'customers:badWorkbook'],
    ['broken XML', createWorkbook({ A: [[{ xml: '<v>' }]] }), 'customers:badWorkbook'],
    ['a filled cell in a far row', far('A1048576'), 'customers:badWorkbook'],
    ['a filled cell in a far column', far('XFD5'), 'customers:badWorkbook'],
    [
      'rows beyond those of Excel',
      createWorkbook({ A: [headings] }, { after: '<row r="99999999"/>' }),
      'customers:badWorkbook',
    ],
    [
      'too many rows',
      createWorkbook({ A: [headings] }, { after: '<row/>'.repeat(workbookRowLimit) }),
      'customers:badWorkbook',
    ],
    [
      'too many bytes',
      createWorkbook({ A: [['x'.repeat(workbookByteLimit)]] }),
      'customers:badWorkbook',
    ],
  ])('refuses a file with %s', async (_, bytes, key) => {
    await expect(readWorkbook(bytes)).rejects.toEqual(new MessageKeyError(key))
  })
})
