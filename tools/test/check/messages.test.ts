import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_FOLDER } from '../../programs/program.ts'
import { publicVariables } from '../../../src/lib/configuration/variables.ts'
import { englishMessages, type MessageKey } from '../../../src/lib/i18n/messages.ts'

const read = (path: string) => readFileSync(join(PROJECT_FOLDER, path), 'utf8')
const paths = (pattern: string) => globSync(pattern, { cwd: PROJECT_FOLDER })

const catalogueOf = (language: string) =>
  new Map(
    paths(`src/lib/i18n/messages/${language}/*.json`).flatMap((path) =>
      Object.entries(JSON.parse(read(path)) as Record<string, string>).map(
        ([key, text]) => [`${basename(path, '.json')}:${key}`, text] as const,
      ),
    ),
  )

const nl = catalogueOf('nl')
const en = catalogueOf('en')

test('every message has a text in both languages', () => {
  expect([...en.keys()].sort()).toEqual([...nl.keys()].sort())
  expect([...nl, ...en].filter(([, text]) => text.trim() === '')).toEqual([])
})

test('every message has the same placeholders in the same order in both languages', () => {
  const placeholders = (text = '') => text.match(/\{\w+\}/g)?.join(' ')
  const differing = [...nl].filter(
    ([key, text]) => placeholders(text) !== placeholders(en.get(key)),
  )
  expect(differing.map(([key]) => key)).toEqual([])
})

test('every message has the same numbers in both languages', () => {
  const numbers = (text = '') => text.match(/\d+/g)?.sort().join(' ')
  const differing = [...nl].filter(([key, text]) => numbers(text) !== numbers(en.get(key)))
  expect(differing.map(([key]) => key)).toEqual([])
})

/** Dutch and English words of negation, absence and failure. */
const negations =
  /\b(?:niets?|nee|geen|nooit|niemand|zonder|fout|exclusief|ontbre\w+|misgegaan|mist?|mislukt\w*|elders|nr|optioneel|on(?:juist|mogelijk|bekend|leesbaar|geldig|duidelijk|gebruikt|volledig)\w*|nothing|not?|never|nobody|none|without|cannot|lack\w*|fail\w*|error|wrong|excl\w*|except|optional|missing|stop|unless|elsewhere|un(?:known|readable|clear|used|finished|confirmed)|in(?:active|valid|correct|complete))\b|n[’']t\b/i

test('every sentence is negated in both languages or in neither', () => {
  const sentences = (text = '') => text.split(/(?<=[.!?:])\s+/)
  const differing = [...nl].filter(([key, text]) => {
    const [dutch, english] = [sentences(text), sentences(en.get(key))]
    const isAlike = dutch.length === english.length
    const pairs = isAlike ? dutch.map((each, at) => [each, english[at]]) : [[text, en.get(key)]]
    return pairs.some(([one = '', other = '']) => negations.test(one) !== negations.test(other))
  })
  expect(differing.map(([key]) => key)).toEqual([])
})

/** Names, international words and quoted English texts, which are equal in both languages. */
const sharedTexts = [
  '{administration}, {location}',
  '{label}: {after}',
  '{ledger}: {function}',
  '{name}',
  '{name} (Eco)',
  'Account',
  'Code',
  'Details',
  'Email',
  'Error: {error}',
  'Failed to refresh the token, or the session has expired.',
  'Form data',
  'Import',
  'Interval',
  'Is',
  'Links',
  'List is empty.',
  'Loading Locations...',
  'No Locations found',
  'No elements found. Consider changing the search query.',
  'Open',
  'Select a Location',
  'Select an Administration first',
  'SnelStart',
  'Snelstart 12',
  'Snelstart Web',
  'Status',
  'User is not found in {identityProvider}.',
  'Was',
  'Website',
  'Webshop',
  'loading...',
  'non authenticated',
]

test('messages outside the list of shared texts differ between Dutch and English', () => {
  const equal = [...nl].filter(([key, text]) => en.get(key) === text)
  expect(equal.filter(([, text]) => !sharedTexts.includes(text))).toEqual([])
})

/** Texts with two keys in one file, which name two things alike. */
const repeatedTexts = [
  'Naam',
  'Emballage (statiegeld)',
  'Instellingen van de koppeling',
  'Name',
  'Check again',
  'Deposit packaging',
  'Change',
]

test('no two messages of a file have the same text, except for the texts in repeatedTexts', () => {
  const found = [nl, en].flatMap((catalogue) => {
    const texts = [...catalogue].map(([key, text]) => `${key.split(':')[0]}: ${text}`)
    return texts.filter((text, index) => texts.indexOf(text) !== index)
  })
  expect(found.map((text) => text.replace(/^\w+: /, ''))).toEqual(repeatedTexts)
})

test.each([
  ['customers:createHelp', /contact/],
  ['boarding:cocRsin', /\bRSIN\b/],
  ['boarding:cocVat', /\b(?:btw|VAT)\b/],
] as const)('only the message %s of its kind names its subject', (key, subject) => {
  const [kind = ''] = /^\w+:[a-z]+/.exec(key) ?? []
  for (const catalogue of [nl, en]) {
    const naming = [...catalogue].filter(
      ([each, text]) => each.startsWith(kind) && subject.test(text),
    )
    expect(naming.map(([each]) => each)).toEqual([key])
  }
})

test.each([
  ['wizard:startImportAgree', /^(?:Bevestigen|Confirm) /],
  ['wizard:startImportDecline', /^(?:Annuleren|Cancel) /],
] as const)('the button %s begins with its action', (key, action) => {
  expect([nl.get(key), en.get(key)]).toEqual(Array(2).fill(expect.stringMatching(action)))
})

test('messages name only environment variables that the portal reads', () => {
  const variables = [...nl, ...en].flatMap(([, text]) => text.match(/PORTAL_\w+/g) ?? [])
  expect(variables.filter((variable) => !publicVariables.includes(variable))).toEqual([])
  expect(variables.length).toBeGreaterThan(0)
})

test('no English message contains Dutch words', () => {
  const dutch =
    /\b(?:aan|als|bij|dan|dat|de|deze|een|en|er|het|kan|maar|met|niet|nog|naar|om|op|te|uit|uw|van|voor|wordt|zijn)\b/i
  const quoted = (text: string) => text.replaceAll(/[‘'“"][^’'”"]*[’'”"]/g, '')
  expect([...en].filter(([, text]) => dutch.test(quoted(text)))).toEqual([])
})

test.each([
  [
    'wizard:paymentLedgersWhichHelp',
    'Met Bevestigen overschrijft u deze. Met Annuleren ziet u de volgende.',
    'Confirm to overwrite these. Cancel to see the next.',
  ],
  [
    'wizard:importPerhapsStartedHelp',
    'Zo ja, klik dan op Annuleren. Zo nee, bevestig dan om de import opnieuw te starten.',
    'If it is, click Cancel. If it is not, confirm to start the import again.',
  ],
] as const)('the help text %s explains the buttons of the question', (key, dutch, english) => {
  expect(nl.get(key)?.endsWith(dutch)).toBe(true)
  expect(en.get(key)?.endsWith(english)).toBe(true)
})

// Excludes tests and the i18n folder, which show no messages.
const sources = paths('src/**/*.{ts,tsx,astro}').filter(
  (path) => !path.startsWith('src/lib/i18n/') && !/\.test\.tsx?$/.test(path),
)
const named = new Set<string>(
  sources.flatMap((path) => read(path).match(/(?<=['"`])[\w-]+:[\w.-]+(?=['"`])/g) ?? []),
)

test('every message of the catalogue is used in the code by its full key', () => {
  // Texts of refusals are looked up by SnelStart's error codes.
  const isByCode = (key: string) => /^refusals:[A-Z]{3}-\d{4}(?: [A-Z]{3}-\d{4})*$/.test(key)
  // No form uses the texts of lists, files and dates yet (§9).
  const isForLater = (key: string) => key.startsWith('lists:')
  // Dutch messages that are shown with an English introduction.
  const inDutch = Object.entries(englishMessages).flatMap(([key, dutch]) =>
    named.has(key) ? dutch : [],
  )
  const used = new Set([...named, ...inDutch])
  const unused = [...nl.keys()].filter((key) => !used.has(key))
  expect(unused.filter((key) => !isByCode(key) && !isForLater(key))).toEqual([])
})

/** Texts that docs/product.md requires without quoting them, by subject. */
const required: Readonly<Record<string, readonly MessageKey[]>> = {
  'buttons of Home (§2)': ['home:connect', 'home:boarding'],
  'selector and help text of /connect (§2)': ['connect:selector', 'connect:intro'],
  'placeholder of loading administrations (§2)': ['connect:loadingAdministrations'],
  'displayed ids of /connect (§2)': ['connect:chosenAdministration', 'connect:chosenLocation'],
  'help for an administration without locations (§2)': ['connect:noLocationsHelp'],
  'label and help text of the subscription (§2)': [
    'boarding:subscription',
    'boarding:subscriptionHelp',
  ],
  'storage of personal data in boarding (§2)': ['boarding:merchantHelp'],
  'steps of the wizard (§2)': [
    'wizard:stepSnelstart',
    'wizard:stepStock',
    'wizard:stepLedgers',
    'wizard:stepRelation',
    'wizard:stepImport',
    'wizard:stepSummary',
  ],
  'applications (§2)': ['wizard:applicationWeb', 'wizard:applicationDesktop'],
  'stock switch and order templates (§2)': [
    'wizard:useStock',
    'wizard:useStockDesktopOnly',
    'wizard:defaultTemplate',
    'wizard:registerTemplate',
    'wizard:accountTemplate',
  ],
  'the seven ledgers (§2)': [
    'wizard:ledgerCash',
    'wizard:ledgerEft',
    'wizard:ledgerWebshop',
    'wizard:ledgerEcr',
    'wizard:ledgerPaymentDifferences',
    'wizard:ledgerCashDifferences',
    'wizard:ledgerEmballage',
  ],
  'loading state and fields of a ledger (§2)': [
    'wizard:ledgerChecking',
    'wizard:ledgerFunction',
    'wizard:ledgerCode',
    'wizard:ledgerCategory',
  ],
  'warning of an existing ledger and its acceptance (§2)': [
    'wizard:ledgerWarning',
    'wizard:accept',
  ],
  'walk-in relation with name and kind (§2)': [
    'wizard:walkIn',
    'wizard:walkInCode',
    'wizard:relationName',
    'wizard:relationKind',
    'wizard:create',
  ],
  'import and synchronisation (§2)': [
    'wizard:importNonActive',
    'wizard:importNonActiveRelations',
    'wizard:syncProducts',
    'wizard:syncRelations',
    'wizard:yes',
    'wizard:no',
  ],
  'products and correction ledger (§2)': [
    'wizard:openInvoiceProduct',
    'wizard:ledgerCorrection',
    'wizard:productNew',
    'wizard:emballageProduct',
    'wizard:productName',
    'wizard:productCode',
  ],
  'prices in the summary (§2)': [
    'wizard:priceDecimals',
    'wizard:articlePrices',
    'wizard:registerPrices',
    'wizard:accountPrices',
    'wizard:exclusiveVat',
    'wizard:inclusiveVat',
  ],
  'progress lines of a submit (§2)': [
    'wizard:lineSettings',
    'wizard:linePaymentLedgers',
    'wizard:lineKey',
    'wizard:lineOk',
    'wizard:lineError',
  ],
  'panel of test mode (§2)': [
    'wizard:testMode',
    'wizard:testWizard',
    'wizard:testSettings',
    'wizard:testAccounting',
  ],
  'missing parameters of /wizard (§2)': ['wizard:missingAdministration', 'wizard:missingLocation'],
  'question about a new administration for an unknown user (§4)': ['boarding:userNotFoundHelp'],
  'failed list of subscriptions (§8)': ['boarding:subscriptionsFailed'],
}

test.each(Object.entries(required))('the code shows %s in both languages', (_, keys) => {
  expect(keys.filter((key) => !nl.get(key) || !en.get(key) || !named.has(key))).toEqual([])
})
