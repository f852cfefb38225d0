import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { walkInProposal } from '../accounting/snelstart/relations.ts'
import { forEverybody, isForOperators } from '../failure.ts'
import { createTranslate, locales } from './messages.ts'
import type { Locale, Message, MessageKey, Texts } from './messages.ts'

type Section = `§${number}` | `contract §${number}`

/** Where a text is quoted, the language of the screen, the message, the text, and what fills it. */
type Row = [Section, Locale, MessageKey, string, Message['parameters']?]

/** Texts that docs/product.md and docs/contract.md quote: they stay as they are, to the letter. */
const quoted: readonly Row[] = [
  // The shell
  ['§1', 'nl', 'shell:flagsFailed', 'Error: ', { error: '' }],
  ['§8', 'nl', 'shell:notAuthenticated', 'non authenticated'],
  ['§8', 'nl', 'failure:session', 'Failed to refresh the token, or the session has expired.'],
  ['contract §4', 'nl', 'shell:confirm', 'Bevestigen'],
  ['contract §4', 'nl', 'shell:cancel', 'Annuleren'],
  ['contract §4', 'nl', 'shell:close', 'Sluiten'],
  ['contract §4', 'nl', 'shell:retry', 'Opnieuw proberen'],
  ['§9', 'nl', 'shell:loading', 'Aan het laden...'],

  // Home
  ['§9', 'nl', 'home:boardingHelp', 'Voor een winkel die nog niet in Koppelpunt staat.'],
  ['§9', 'nl', 'home:recent', 'Onlangs'],
  ['§9', 'en', 'home:boarding', 'Add a new customer'],

  // Connect
  ['§2', 'nl', 'connect:submit', 'Versturen'],
  ['§2', 'nl', 'connect:busy', 'loading...'],
  ['§2', 'nl', 'connect:formData', 'Form data'],
  ['§2', 'nl', 'connect:chooseAdministrationFirst', 'Select an Administration first'],
  ['§2', 'nl', 'connect:loadingLocations', 'Loading Locations...'],
  ['§2', 'nl', 'connect:noLocations', 'No Locations found'],
  ['§2', 'nl', 'connect:selectLocation', 'Select a Location'],
  ['contract §4', 'nl', 'connect:administration', 'Administratie'],
  ['contract §4', 'nl', 'connect:location', 'Locatie'],
  ['§5', 'nl', 'connect:required', '<Field> is verplicht', { field: '<Field>' }],
  ['§8', 'nl', 'connect:incomplete', 'Sorry, niet alle velden zijn correct ingevuld.'],
  ['§9', 'nl', 'connect:coupled', 'Deze locatie is al gekoppeld'],
  ['§9', 'nl', 'connect:openSettings', 'Instellingen openen'],
  ['§2', 'nl', 'dropdown:noneFound', 'No elements found. Consider changing the search query.'],
  ['§2', 'nl', 'dropdown:empty', 'List is empty.'],
  ['§9', 'nl', 'dropdown:open', 'Open'],

  // Boarding
  ['§2', 'nl', 'boarding:fullName', 'Naam'],
  ['§2', 'nl', 'boarding:username', 'Email'],
  ['§2', 'nl', 'boarding:companyStep', 'Bedrijfs Informatie'],
  ['§2', 'nl', 'boarding:companyName', 'Bedrijfsnaam'],
  ['§2', 'nl', 'boarding:coc', 'KvK'],
  ['§2', 'nl', 'boarding:countryCode', 'Land'],
  ['§2', 'nl', 'boarding:website', 'Website'],
  ['§2', 'nl', 'boarding:locationName', 'Locatie Naam'],
  ['§2', 'en', 'boarding:subscription', 'Choose your preferred subscription'],
  ['§2', 'nl', 'boarding:planName', 'Naam'],
  ['§2', 'nl', 'boarding:planDuration', 'Duur'],
  ['§2', 'nl', 'boarding:planInterval', 'Interval'],
  ['§2', 'nl', 'boarding:planTrial', 'Trial Periode'],
  ['§2', 'nl', 'boarding:submit', 'Versturen'],
  ['§9', 'en', 'boarding:title', 'Add a new customer'],
  [
    '§8',
    'nl',
    'boarding:merchantExists',
    'Oeps. User account {account name} already exists.',
    { account: '{account name}' },
  ],
  [
    '§8',
    'nl',
    'boarding:noRights',
    "Oeps. you don't have the correct rights, pls contact {provider}",
  ],
  [
    '§8',
    'nl',
    'boarding:userNotFound',
    'User is not found in keycloak.',
    { identityProvider: 'keycloak' },
  ],
  ['§8', 'nl', 'boarding:registrationFailed', 'Oeps. something went wrong during registration.'],
  [
    '§8',
    'nl',
    'failure:creatingLocation',
    'Oeps. something went wrong during creating location inside {provider}.',
  ],

  // The wizard
  ['contract §4', 'nl', 'wizard:waiting', 'Wachten op SnelStart'],
  ['§9', 'nl', 'wizard:askAgain', 'Opnieuw controleren'],
  ['§9', 'en', 'wizard:missingAdministration', 'The link is missing the administration.'],
  ['§2', 'nl', 'wizard:applicationDesktop', 'Snelstart 12'],
  ['§2', 'nl', 'wizard:applicationWeb', 'Snelstart Web'],
  ['contract §4', 'nl', 'wizard:defaultTemplate', 'Standaard ordersjabloon'],
  ['contract §4', 'nl', 'wizard:registerTemplate', 'Ordersjabloon kassa (ECR)'],
  ['contract §4', 'nl', 'wizard:accountTemplate', 'Ordersjabloon op rekening'],
  ['contract §4', 'nl', 'wizard:useStock', 'Voorraadbeheer gebruiken'],
  ['contract §4', 'nl', 'wizard:accept', 'Accepteren'],
  ['contract §4', 'nl', 'wizard:create', 'Aanmaken'],
  ['§9', 'nl', 'wizard:presetRecommended', 'Aanbevolen instellingen'],
  ['§9', 'nl', 'wizard:stepLedgers', 'Grootboekrekeningen'],
  ['§9', 'nl', 'wizard:createMany', '4 rekeningen aanmaken', { count: '4' }],
  ['§9', 'nl', 'wizard:acceptMany', '3 bestaande accepteren', { count: '3' }],
  [
    '§9',
    'nl',
    'wizard:ledgerUnaccepted',
    'Accepteer de grootboekrekening emballage.',
    { inSentence: 'grootboekrekening emballage' },
  ],
  ['§9', 'en', 'wizard:ledgerEmballage', 'Deposit packaging ledger'],
  ['§9', 'nl', 'wizard:stepRelation', 'Onbekende klant'],
  ['§9', 'nl', 'wizard:emballage', 'Emballage (statiegeld)'],
  ['§9', 'nl', 'wizard:purposeEmballage', 'Emballage (statiegeld)'],
  ['§9', 'nl', 'wizard:notASetting', 'wordt niet bewaard'],
  ['§9', 'nl', 'wizard:notCreated', 'nog niet aangemaakt'],
  [
    '§8',
    'nl',
    'wizard:stillSending',
    "Still sending settings to api's, pls wait for them to finnish and try again",
  ],
  ['§5', 'nl', 'wizard:paymentLedgerId', 'Paymentledger ID was not set'],
  ['§8', 'nl', 'wizard:paymentLedgerId', 'Paymentledger ID was not set'],
  ['§4', 'nl', 'wizard:startImport', 'Do you want to start a import?'],
  ['§9', 'nl', 'wizard:startImportAgree', 'Bevestigen en importeren'],
  ['§9', 'nl', 'wizard:startImportDecline', 'Annuleren, zonder import verder'],
  ['§9', 'en', 'wizard:lastReport', 'Previous report'],

  // Forms
  ['§5', 'nl', 'validation:required', '<Field> is verplicht', { field: '<Field>' }],
  ['§5', 'nl', 'validation:email', 'Vul een geldig e-mailadres in.'],
  ['§5', 'nl', 'validation:url', 'Voer een geldige URL in.'],
  ['§5', 'nl', 'rules:confirm', 'komt niet overeen'],
  ['§5', 'nl', 'rules:accepted', 'Accepteer de {field}.'],
  ['§5', 'nl', 'rules:date', 'De geselecteerde datum is ongeldig.'],
  [
    '§8',
    'nl',
    'rules:misconfigured',
    'Dit veld is onjuist geconfigureerd en kan niet worden verzonden.',
  ],
  ['§8', 'en', 'validation:email', 'Please enter a valid email address.'],
  ['§8', 'en', 'validation:required', '{Name} is required.', { field: '{Name}' }],
  ['§8', 'en', 'rules:invalid', 'This field is not valid.'],
  ['§8', 'en', 'form:incomplete', 'Form incomplete.'],
  ['§8', 'nl', 'form:incomplete', 'Sorry, niet alle velden zijn correct ingevuld.'],
  ['contract §4', 'nl', 'form:required', '(verplicht)'],
  ['contract §4', 'nl', 'form:optional', '(niet verplicht)'],
  ['§9', 'nl', 'form:stepProblem', '1 fout'],
  ['§9', 'nl', 'form:stepProblems', '{count} fouten'],
  ['§9', 'nl', 'lists:add', 'Toevoegen'],
  ['§9', 'nl', 'lists:remove', 'Verwijderen'],
  ['§9', 'nl', 'lists:removeAll', 'Alles verwijderen'],
  ['§9', 'nl', 'form:submit', 'Voltooien'],
  ['§9', 'nl', 'lists:noFiles', 'Geen bestand gekozen'],
  ['§9', 'nl', 'lists:moveUp', 'Naar boven gaan'],
  ['§9', 'nl', 'lists:moveDown', 'Naar beneden verplaatsen'],
  ['§9', 'nl', 'form:loading', 'Aan het laden...'],
  ['§9', 'nl', 'lists:loadMore', 'Meer laden'],
  ['§9', 'nl', 'form:next', 'Volgende'],
  ['§9', 'nl', 'form:back', 'Terug'],
  ['§9', 'nl', 'lists:addAllValues', 'Alle waarden toevoegen'],
  ['§9', 'nl', 'lists:addSelected', 'Geselecteerde waarden toevoegen'],
  ['§9', 'nl', 'lists:removeAllValues', 'Alle waarden verwijderen'],
  ['§9', 'nl', 'lists:removeSelected', 'Geselecteerde waarden verwijderen'],
  ['§9', 'nl', 'lists:chooseDate', 'Kies een datum'],
  ['§9', 'nl', 'lists:changeDate', 'Datum wijzigen'],
  ['§9', 'nl', 'lists:close', 'Sluiten'],
  ['§9', 'nl', 'lists:open', 'Open'],
  [
    '§9',
    'nl',
    'wizard:summaryForReal',
    'De instellingen wijzigen pas als u op Voltooien drukt. Wat u met Aanmaken hebt toegevoegd, staat al in SnelStart.',
  ],
  ['contract §4', 'nl', 'wizard:importNotAsked', 'nog niet gevraagd'],
  ['contract §4', 'nl', 'wizard:importNotStarted', 'niet gestart'],
  ['contract §4', 'nl', 'wizard:importStarted', 'gestart'],
  ['contract §4', 'nl', 'wizard:importUnknown', 'misschien gestart'],
  ['contract §4', 'nl', 'connect:customerApproves', 'Mijn klant keurt goed'],
  ['contract §4', 'nl', 'boarding:customerApproves', 'Mijn klant keurt goed'],
]

/** The same, of texts that are a part of what is shown. */
const quotedInPart: readonly Row[] = [
  ['§2', 'nl', 'connect:eco', '(Eco)'],
  ['§9', 'nl', 'form:position', 'Stap 3 van 6', { position: '3', total: '6' }],
  ['§9', 'nl', 'wizard:ledgerMissing', 'Controleer de gegevens en klik op Aanmaken.'],
  ...(['wizard:ledgerWarning', 'wizard:batchWarningOne', 'wizard:batchWarningMany'] as const).map(
    (key): Row => [
      '§9',
      'nl',
      key,
      'Als u accepteert, komen de boekingen van kassa en webshop bij de boekingen die er al op staan',
    ],
  ),
  [
    '§9',
    'nl',
    'wizard:relationMissing',
    'Klik op Aanmaken om de relatie met deze gegevens toe te voegen.',
  ],
  ['§9', 'nl', 'wizard:relationStillMissing', 'Maak de relatie aan of vul een andere code in.'],
]

/** In quotes, and no message of its own: values, what the browser tests look for, and plain words. */
const elsewhere = [
  'NL',
  '{host}',
  walkInProposal.name,
  'Stap 3 van 6 – Grootboekrekeningen',
  'Stap 3 van 6 – …',
  'No elements found. …',
  'passerby',
  'staging',
  'tab',
  '-2',
]

const catalogues = import.meta.glob<Record<string, string>>('./messages/*/*.json', {
  eager: true,
  import: 'default',
})

function textsOf(locale: Locale): Texts {
  const files = Object.entries(catalogues).filter(([path]) => path.includes(`/${locale}/`))
  return Object.fromEntries(
    files.flatMap(([path, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${basename(path, '.json')}:${key}`, text]),
    ),
  )
}

const words = { nl: createTranslate(textsOf('nl')), en: createTranslate(textsOf('en')) }

const pages = {
  '': readFileSync(new URL('../../../docs/product.md', import.meta.url), 'utf8'),
  'contract ': readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8'),
}

/** What a page says under the heading of a section. */
function sectionText(section: Section): string {
  const page = section.startsWith('contract') ? pages['contract '] : pages['']
  const heading = `## ${section.replace('contract ', '')} `
  return page.split(/^(?=## )/m).find((part) => part.startsWith(heading)) ?? ''
}

test.each(quoted)('%s quotes the text of %s %s: “%s”', (section, locale, key, text, parameters) => {
  expect(words[locale](key, parameters)).toBe(text)
  expect(sectionText(section)).toContain(text)
})

test.each(quotedInPart)('%s quotes of %s %s: “%s”', (section, locale, key, text, parameters) => {
  expect(words[locale](key, parameters)).toContain(text)
  expect(sectionText(section)).toContain(text)
})

test('the walk-in relation is created under the name of §9', () => {
  expect(walkInProposal.name).toBe('Passant')
})

test.each(Object.values(pages))('no text is quoted that the list lacks', (page) => {
  const known = new Set([...[...quoted, ...quotedInPart].map(([, , , text]) => text), ...elsewhere])
  const found = [...page.matchAll(/(?<!\w)'(?=\S)(.*?)'(?!\w)/g)].map(([, text = '']) => text)
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter((text) => !known.has(text))).toEqual([])
})

test('what only an operator understands is folded, below words for everybody', () => {
  const technical =
    /PORTAL_|PKCE|CORS|web.?origin|redirect|feature.?flag|status (?:\d|\{)|\{detail\}/i
  const keys = Object.keys(textsOf('nl')) as MessageKey[]
  const shownToAll = keys.filter((key) => technical.test(words.nl(key)) && !isForOperators(key))
  expect(shownToAll).toEqual([])
  for (const key of keys.filter(isForOperators)) {
    expect(words.nl(forEverybody({ key }).key)).not.toMatch(technical)
  }
})

describe('a word that was replaced does not come back', () => {
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
    ['nl', /Alles wordt voor u|\bNaast elke|De koppeling bewaart|API-sleutel|\bstatus nu\b/],
    [
      'en',
      /\bwrit(?:e|ten)\b|Next to each|connection (?:only )?stores|API key|knows nothing of it/,
    ],
  ] as const)('%s: %s', (language, word) => {
    expect(sayings.filter(([locale, , text]) => locale === language && word.test(text))).toEqual([])
  })
})
