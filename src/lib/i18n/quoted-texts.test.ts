import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { walkInRelationProposal } from '../accounting/snelstart/relations.ts'
import { hideOperatorText } from '../failure.ts'
import {
  createTranslate,
  locales,
  type Locale,
  type MessageKey,
  type TranslatedTexts,
} from './messages.ts'

const catalogues = import.meta.glob<Record<string, string>>('./messages/*/*.json', {
  eager: true,
  import: 'default',
})

function textsOf(locale: Locale): TranslatedTexts {
  const files = Object.entries(catalogues).filter(([path]) => path.includes(`/${locale}/`))
  return Object.fromEntries(
    files.flatMap(([path, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${basename(path, '.json')}:${key}`, text]),
    ),
  )
}

const words = { nl: createTranslate(textsOf('nl')), en: createTranslate(textsOf('en')) }

const page = ['product', 'contract']
  .map((name) => readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8'))
  .join('\n')

/** Texts that docs/product.md and docs/contract.md quote literally. */
const quoted = new Set([
  ...[...page.matchAll(/(?<!\w)'(?=\S)(.*?)'(?!\w)/g)].map(([, text = '']) => text),
  // The documents mention these texts without quotes.
  ...['Duur', 'Interval', 'Trial Periode', 'Snelstart 12', 'Snelstart Web'],
  ...(/### Dutch interface texts\n\n(.*)\./.exec(page)?.[1] ?? '')
    .replace(' (submit)', '')
    .split(', '),
])

/** Message keys of quotations that do not equal exactly one Dutch message. */
const messagesOf: Readonly<Record<string, readonly MessageKey[]>> = {
  Bezig: ['customers:busy', 'check:chainBusy'],
  // These quotations are the texts of several messages.
  Versturen: ['connect:submit', 'boarding:submit'],
  Naam: ['boarding:fullName', 'boarding:planName'],
  KvK: ['boarding:coc'],
  Administratie: ['connect:administration'],
  Locatie: ['connect:location'],
  Wijzig: ['boarding:change', 'wizard:change'],
  'Wacht op goedkeuring': ['shell:waiting', 'customers:awaiting'],
  Klaar: ['home:tabReady', 'customers:done'],
  'Link doorsturen': ['home:forward', 'boarding:toLink', 'connect:toLink'],
  Alle: ['home:tabAll', 'customers:all'],
  'Mijn klant keurt goed': ['requirements:approverCustomer'],
  'let op': ['check:attention', 'wizard:verdictDoubtful'],
  'Koppeling controleren': ['check:title', 'shell:checkCoupling'],
  Toegang: ['check:access'],
  Betaalrekeningen: ['check:payments', 'wizard:linePaymentLedgers'],
  Synchronisatie: ['check:sync', 'wizard:sync'],
  'Relatie voor onbekende klanten': ['wizard:walkIn'],
  'Sorry, niet alle velden zijn correct ingevuld.': ['connect:incomplete', 'form:incomplete'],
  'Emballage (statiegeld)': ['wizard:emballage', 'wizard:purposeEmballage'],
  'Aan het laden...': ['shell:loading', 'form:loading'],
  Sluiten: ['shell:close', 'lists:close'],
  Open: ['dropdown:open', 'lists:open'],
  'Bestaat al': ['customers:existsAlready', 'wizard:rowUnaccepted'],
  // These quotations omit the values of placeholders.
  'Error: ': ['shell:flagsFailed'],
  '<Field> is verplicht': ['connect:required', 'validation:required'],
  'Oeps. User account {account name} already exists.': ['boarding:merchantExists'],
  'User is not found in keycloak.': ['boarding:userNotFound'],
  'Akkoord met alle 7': ['wizard:agreeMany'],
  'Abonnement voor alle 4': ['customers:planOfAll'],
  'Accepteer de grootboekrekening emballage.': ['wizard:ledgerUnaccepted'],
  'Kies een andere rekening voor pin: SnelStart weigert boekingen op 2010': ['wizard:chooseOther'],
  'Toch 2010 gebruiken': ['wizard:useAnyway'],
  'Stap 3 van 6 – Grootboekrekeningen': ['form:position'],
  '2 punten om na te kijken': ['check:points'],
  'Gebruik 2210 Pinbetalingen': ['check:useLedger'],
  'Maak 2220 opnieuw aan': ['check:makeAgain'],
  'Ook instellen voor 2 andere locaties': ['shell:chainMany'],
}

const englishMessagesOf: typeof messagesOf = {
  'Choose your preferred subscription': ['boarding:subscription'],
  'Please enter a valid email address.': ['validation:email'],
  '{Name} is required.': ['validation:required'],
  'Form incomplete.': ['form:incomplete'],
  'This field is not valid.': ['rules:invalid'],
  'Add a new customer': ['home:boarding', 'boarding:title'],
  'Deposit packaging ledger': ['wizard:ledgerEmballage'],
  'Save report': ['wizard:downloadReport'],
  'The link is missing the administration.': ['wizard:missingAdministration'],
}

const named = { nl: messagesOf, en: englishMessagesOf }

/** Message keys of quotations that are part of a text. */
const messagesWith: typeof messagesOf = {
  '(Eco)': ['connect:eco'],
  'Controleer de gegevens en klik op Aanmaken.': ['wizard:ledgerMissing'],
  'Als u accepteert, komen de boekingen van kassa en webshop bij de boekingen die er al op staan': [
    'wizard:ledgerWarning',
  ],
  'Klik op Aanmaken om de relatie met deze gegevens toe te voegen.': ['wizard:relationMissing'],
  'Maak de relatie aan of vul een andere code in.': ['wizard:relationStillMissing'],
}

/** Quoted words that are not messages. */
const elsewhere = new Set([
  'NL',
  '{host}',
  walkInRelationProposal.name,
  'Stap 3 van 6 – …',
  'passerby',
  'staging',
  'tab',
  '-2',
])

/** True if a message matches a quotation with any values for its placeholders. */
function reads(text: string, quotation: string): boolean {
  const literal = text.split(/\{\w+\}/).map((part) => part.replaceAll(/[.?()]/g, '\\$&'))
  return text === quotation || new RegExp(`^${literal.join('.*')}$`).test(quotation)
}

test('finds a message for every text that the documents quote', () => {
  const all = Object.values(textsOf('nl'))
  const unknown = [...quoted].filter(
    (quotation) =>
      !elsewhere.has(quotation) &&
      ![...Object.values(named), messagesWith].some((table) => quotation in table) &&
      all.filter((text) => text === quotation).length !== 1,
  )
  expect(quoted.size).toBeGreaterThan(100)
  expect(unknown).toEqual([])
})

describe.each(locales)('in %s', (locale) => {
  test.each(Object.entries(named[locale]))(
    'finds the quotation “%s” as the text of %s',
    (quotation, keys) => {
      expect(quoted).toContain(quotation)
      expect(keys.filter((key) => !reads(words[locale](key), quotation))).toEqual([])
    },
  )
})

test.each(Object.entries(messagesWith))(
  'finds the quotation “%s” as a part of %s',
  (quotation, keys) => {
    expect(quoted).toContain(quotation)
    for (const key of keys) expect(words.nl(key)).toContain(quotation)
  },
)

test('proposes the name Passant for the walk-in relation', () => {
  expect(walkInRelationProposal.name).toBe('Passant')
})

test('shows technical terms only in messages for operators', () => {
  const technical =
    /PORTAL_|PKCE|CORS|web.?origin|redirect|feature.?flag|status (?:\d|\{)|\{detail\}/i
  const keys = Object.keys(textsOf('nl')) as MessageKey[]
  const shownToAll = keys.filter((key) => technical.test(words.nl(hideOperatorText({ key }).key)))
  expect(shownToAll).toEqual([])
})

describe('replaced words', () => {
  const sayings = locales.flatMap((locale) =>
    Object.entries(textsOf(locale)).map(([key, text]) => [locale, key, text] as const),
  )
  test.each([
    ['en', /\bcoupl|\bboard(?:ing)?\b|\bEmballage\b/i],
    ['nl', /\bhaar\b|leverancier|\(e?n\)|\(s\)/],
    [
      'nl',
      /\bschrij(?:f|ft|ven)\b|geschreven|naar het boekhoudpakket|daar niets van|Daarna keurt u de koppeling/,
    ],
    [
      'nl',
      /Alles wordt voor u|\bNaast elke|De koppeling bewaart|API-sleutel(?! boekhouding)|\bstatus nu\b/,
    ],
    [
      'en',
      /\bwrit(?:e|ten)\b|Next to each|connection (?:only )?stores|(?<!Accounting )API key|knows nothing of it/,
    ],
  ] as const)('does not use replaced words in %s: %s', (language, word) => {
    expect(sayings.filter(([locale, , text]) => locale === language && word.test(text))).toEqual([])
  })
})
