import { expect, test } from 'vitest'
import en from '../i18n/messages/en/refusals.json' with { type: 'json' }
import nl from '../i18n/messages/nl/refusals.json' with { type: 'json' }
import { CallError, getRefusalReasons } from './errors.ts'
import { explainRefusal } from './refusals.ts'
import { parseRefusalReasons } from './server-messages.ts'

const dutch = new URL('http://localhost:4321/wizard')
const english = new URL('http://localhost:4321/en/wizard')

async function explained(body: string, page = dutch) {
  const reasons = parseRefusalReasons(body)
  const error = new CallError('POST /x', { kind: 'status', status: 400, reasons })
  const trace: { reference: string; originals?: string } = { reference: '' }
  await explainRefusal(error, trace, page, 'Oefenkassa')
  return {
    reasons: getRefusalReasons(error),
    ...('originals' in trace && { originals: trace.originals }),
  }
}
const explainJson = (body: unknown, page = dutch) => explained(JSON.stringify(body), page)
const raw = (text: string) => ({ text, lang: 'nl' })

test('has a text for every documented error code in both languages', () => {
  const documented = [
    [
      'BOE',
      ...[8, 19, 21, 22, 23, 24, 25, 26, 28, 33, 37, 39, 42, 46, 47, 49, 51, 54, 60, 61, 62, 69],
      ...[70, 75, 76, 80, 81, 82, 84, 85, 86, 87, 88, 89, 90, 91, 93, 94, 95, 96],
    ],
    ['ART', 2, 3, 4, 5, 8, 9],
    ['REL', 5, 6, 7, 8, 11, 88, 103],
    ['VOR', 1, 2, 3, 5, 11, ...Array.from({ length: 21 }, (_, index) => 16 + index)],
    ['ALG', 102, 103, 105],
  ].flatMap(([family, ...numbers]) =>
    numbers.map((number) => `${family}-${String(number).padStart(4, '0')}`),
  )
  const codes = Object.keys(nl).flatMap((key) => key.split(' '))
  expect(codes.sort()).toEqual(documented.sort())
  expect(Object.keys(en).sort()).toEqual(Object.keys(nl).sort())
})

test.each<[keyof typeof nl, RegExp, RegExp]>([
  ['BOE-0022', /verplicht\. Zet dat .* uit\./, /requires .* off/],
  ['BOE-0093', /staat geen .* Sta .* toe/, /allows no .* Allow/],
  ['BOE-0042', /Hef .* op of kies een latere datum/, /Unblock .* or choose a later date/],
  [
    'BOE-0086',
    /bestaat al\. .* die rekening .* ander nummer/,
    /exists\. Use that .* another number/,
  ],
  ['BOE-0087', /één rekening .* heeft die .* Gebruik die/, /Only one .* already has it\. Use that/],
  ['BOE-0088', /meer dan 50 tekens\. .* korter/, /more than 50 characters\. Shorten/],
  ['BOE-0095 BOE-0096', /functie dagboek memoriaal \(7\)/, /function memorial daybook \(7\)/],
  ['REL-0008', /Kies een andere .* Is de code -2, gebruik dan die/, /another .* is -2, use that/],
  ['REL-0103', /kunt de klant niet verwijderen/, /cannot delete/],
  ['ALG-0102', /Kijk daar eerst .* en probeer het dan/, /First check there .* then try/],
])('the text of %s gives the remedy of SnelStart’s documentation', (code, dutch, english) => {
  expect(nl[code]).toMatch(dutch)
  expect(en[code]).toMatch(english)
})

const message = 'De functie mag maar één keer.'
test.each<[unknown, string]>([
  [[{ errorCode: 'BOE-0087', message }], `${message} (BOE-0087)`],
  [{ message, details: ['x'], info: { codes: ['BOE-0087'] } }, `${message} (x) (BOE-0087)`],
  [[{ message: `${message} [BOE-0087]`, code: 'BOE-0087' }], `${message} [BOE-0087]`],
  [`Fout\nBOE-0087: ${message}`, `Fout\nBOE-0087: ${message}`],
  [{ error: { message, code: 'BOE-0087' } }, `${message} (BOE-0087)`],
  [[{ errorCode: 'BOE-0087' }], 'BOE-0087'],
  [{ title: 'Bad', errors: { functie: ['BOE-0087'] } }, 'Bad BOE-0087'],
  [`${'x'.repeat(500)} BOE-0087`, `${'x'.repeat(500)} (BOE-0087)`],
])(
  'explains the error code in %j in the page’s language and keeps the original message',
  async (body, was) => {
    const explainedBy = (text: string) => ({ reasons: [{ text }], originals: was })
    expect(await explainJson(body)).toEqual(explainedBy(nl['BOE-0087']))
    expect(await explainJson(body, english)).toEqual(explainedBy(en['BOE-0087']))
  },
)

test('explains an error code in a body that is not JSON', async () => {
  expect(await explained('Fout BOE-0087')).toEqual({
    reasons: [{ text: nl['BOE-0087'] }],
    originals: 'Fout BOE-0087',
  })
})

test('returns no refusal reasons for an HTML page', async () => {
  expect(await explained('<html>BOE-0087</html>')).toEqual({ reasons: [] })
})

test('explains several error codes and shows each text once', async () => {
  const body = [
    { errorCode: 'BOE-0084', message: 'Een.' },
    { message: 'Twee. BOE-0087 BOE-0084' },
    { errorCode: 'BOE-9999', message: 'Drie.' },
    { message: 'Vier.' },
    { errorCode: 'BOE-0037', message: 'Vijf.' },
    { errorCode: 'BOE-0089', message: 'Zes.' },
  ]
  const expected = {
    reasons: [
      { text: nl['BOE-0084'] },
      { text: nl['BOE-0087'] },
      raw('Drie. (BOE-9999)'),
      raw('Vier.'),
      { text: nl['BOE-0037 BOE-0089'] },
    ],
    originals: 'Een. (BOE-0084) Twee. BOE-0087 BOE-0084 Vijf. (BOE-0037) Zes. (BOE-0089)',
  }
  expect(await explainJson(body)).toEqual(expected)
  expect(await explainJson({ message: body, title: 'Bad request' })).toEqual(expected)
})

test('names the provider in the explanation of a software error', async () => {
  const explanation = await explainJson([{ errorCode: 'BOE-0039' }])
  expect(explanation.reasons[0]?.text).toMatch(
    /Stuur Oefenkassa de gegevens die onder Details staan\.$/,
  )
})

test('shows an unknown error code once', async () => {
  const body = [{ errorCode: 'ZZZ-9999', message: 'Kapot.', cause: 'ZZZ-9999' }]
  expect(await explainJson(body)).toEqual({ reasons: [raw('Kapot. (ZZZ-9999)')] })
})

test.each(['BOE-00871', 'XBOE-0087', 'BOE-0087-2', 'A-BOE-0087', '_BOE-0087', 'boe-0087', ''])(
  'does not read %j as an error code',
  async (errorCode) => {
    expect(await explainJson([{ errorCode, message: 'Kapot.' }])).toEqual({
      reasons: [raw('Kapot.')],
    })
  },
)
