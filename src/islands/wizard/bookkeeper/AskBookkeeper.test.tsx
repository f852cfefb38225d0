import { atom } from 'nanostores'
import { beforeEach, expect } from 'vitest'
import '../../../../test/component.ts'
import { cheeseShopLocation, openWizard } from '../../../../test/open-wizard.ts'
import { examplePerson } from '../../../../test/portal.ts'
import { test } from '../../../../test/test.ts'
import type { RequiredLedgerPurpose } from '../../../lib/accounting/snelstart/ledgers.ts'
import { mailAddressLimit } from '../../../lib/limits.ts'
import type { LedgerState } from '../../../stores/wizard/ledger-item.ts'
import { createLedgerViews } from '../../../stores/wizard/ledger-views.ts'
import type { CouplingSetup } from '../../../stores/wizard/setup.ts'
import { createBookkeeperSheet, createBookkeeperMail, formatSheet } from './AskBookkeeper.tsx'

beforeEach(() => {
  document.documentElement.dataset.locale = 'nl'
})

const ledger = (name: string, code = 'Balans', description = 'Een rekening'): LedgerState => ({
  status: 'existing',
  origin: 'accepted',
  ledger: { number: '1', description, function: name, code, category: '' },
})

/** Returns a copy of a setup with other states for some ledgers. */
function withStates(
  setup: CouplingSetup,
  states: Partial<Record<RequiredLedgerPurpose, LedgerState>>,
): CouplingSetup {
  const changed = Object.entries(states).map(([name, state]) => {
    const item = setup.ledgers[name as RequiredLedgerPurpose]
    return [name, { ...item, $state: atom(state) }] as const
  })
  const ledgers: CouplingSetup['ledgers'] = { ...setup.ledgers, ...Object.fromEntries(changed) }
  return { ...setup, ledgers, $ledgers: createLedgerViews(ledgers, setup.$values) }
}

const chosenIn = ({ place, $ledgers, exampleDay }: CouplingSetup) =>
  [place, $ledgers.get(), exampleDay.$day.get()] as const

/** Returns the verdict and remarks of each ledger by its purpose. */
async function findVerdicts(states: Partial<Record<RequiredLedgerPurpose, LedgerState>>) {
  const { setup } = await openWizard(cheeseShopLocation)
  const { lines } = createBookkeeperSheet(...chosenIn(withStates(setup, states)))
  return Object.fromEntries(
    lines.map(({ name, verdict, remarks }) => [name, [verdict, ...remarks].join(' | ')]),
  )
}

test('writes administration, location and every ledger into the text for the bookkeeper', async () => {
  const { setup } = await openWizard(cheeseShopLocation)
  const text = formatSheet(createBookkeeperSheet(...chosenIn(setup)))
  expect(text).toContain(
    '\n\nContant: 2200 Contante betalingen\n120 Betaalwijze (contant), Balans, Tussenrekeningen: ' +
      'nog niet aangemaakt\nKlopt dit? Ja / Nee / Opmerking:\n\n',
  )
  expect(text).toContain(
    '\n\nEmballage (statiegeld): 8040 Omzet emballage\n10 Verkopen/omzet onbelast, ' +
      'rubriek 1e, Winst en verlies, Omzet: past (Bestaat al)\nKlopt dit? Ja / Nee / Opmerking:',
  )
  expect(text).toMatch(/^Oefenkaashandel Gekoppeld \(NL\), Kaashandel\n/)
  expect(text.match(/Klopt dit\? Ja \/ Nee \/ Opmerking:$/gm)).toHaveLength(7)
  // The question must not contain the user's name or email address.
  expect(text).not.toContain(examplePerson.name)
  expect(text).not.toContain('@')
})

test('writes the text and the e-mail in English on an English page', async () => {
  const { setup } = await openWizard(cheeseShopLocation)
  document.documentElement.dataset.locale = 'en'
  const text = formatSheet(createBookkeeperSheet(...chosenIn(setup)))
  expect(text).toContain(': not created yet\nIs this right?')
  expect(text).toMatch(/8040 Omzet emballage\n.*box 1e.*: fits \(Exists\)\nIs/)
  expect(text).not.toMatch(/Klopt|Oordeel|rubriek/)
  const { searchParams } = new URL(
    createBookkeeperMail(createBookkeeperSheet(...chosenIn(setup)), examplePerson.name),
  )
  expect(searchParams.get('subject')).toMatch(/^Are these ledgers of .* right\?$/)
})

test('states the verdict on each ledger with its reasons', async () => {
  expect(
    await findVerdicts({
      cash: ledger('ContanteBetaling'),
      eft: ledger('Kruisposten'),
      webshop: ledger('Iets nieuws'),
      payment_differences: ledger('DagboekMemoriaal', 'WinstEnVerlies'),
      emballage: ledger('VerkopenOmzetHoog', 'WinstEnVerlies'),
    }),
  ).toEqual({
    Contant: 'past',
    Pin: 'past waarschijnlijk',
    Webshop:
      'onbekend | Koppelpunt kent de functie ‘Iets nieuws’ niet. Vraag uw boekhouder of deze rekening past.',
    'Kassa (ECR)':
      'nog niet aangemaakt | De kassa (ook wel ECR) boekt waarschijnlijk in het dagboek van deze rekening. Dat is een memoriaal, voor alles wat niet via kas of bank gaat.',
    Betalingsverschillen:
      'SnelStart weigert boekingen | Op de functie Dagboek memoriaal kan SnelStart niet boeken. Deze bedragen komen dan niet in uw boekhouding. | Meestal geschikt: 102 Betalingskorting.',
    Kasverschillen:
      'Bestaat al | Op Kasverschillen boekt u zelf; de kassa boekt op Betalingsverschillen.',
    'Emballage (statiegeld)':
      'let op | Boekt als omzet hoog, rubriek 1a van de btw-aangifte. Hoort het daar niet, dan klopt uw aangifte niet. | Meestal geschikt: 10 Verkopen/omzet onbelast.',
  })
})

test('describes ledgers without a number, with an invalid number or not created yet', async () => {
  const pretended = { ...ledger('Betalingskorting', 'WinstEnVerlies'), origin: 'dryRun' } as const
  const found = await findVerdicts({
    cash: { status: 'empty' },
    eft: { status: 'invalid' },
    webshop: { status: 'checking' },
    payment_differences: pretended,
    cash_differences: { status: 'missing', error: null },
  })
  expect(found).toMatchObject({
    Contant: 'Vul een nummer in',
    Pin: 'Ongeldig nummer',
    Webshop: 'Opzoeken...',
    Betalingsverschillen: 'nog niet aangemaakt',
  })
  // The proposed ledger for cash differences (§9) has no verdict.
  expect(found.Kasverschillen).toBe(
    'nog niet aangemaakt | Op Kasverschillen boekt u zelf; de kassa boekt op Betalingsverschillen.',
  )
})

test('shows a changed ledger and a ledger number that two purposes share', async () => {
  const { setup } = await openWizard(cheeseShopLocation)
  setup.ledgers.ecr.propose({ description: 'De kassa' })
  expect(createBookkeeperSheet(...chosenIn(setup)).lines[3]).toMatchObject({
    number: '2050',
    description: 'De kassa',
  })
  await setup.ledgers.eft.choose('2200')
  // Ledgers with a warning come first. Cash and card share a number here.
  expect(createBookkeeperSheet(...chosenIn(setup)).lines[1]?.number).toBe('2200')
  expect(createBookkeeperSheet(...chosenIn(setup)).lines[0]?.remarks).toEqual([
    'U hebt dit nummer ook gekozen voor de grootboekrekening pin. De boekingen lopen dan door elkaar.',
  ])
})

test('the text for the bookkeeper ends with an example day for proposed and chosen ledgers', async () => {
  const { setup } = await openWizard(cheeseShopLocation)
  const day = () =>
    formatSheet(createBookkeeperSheet(...chosenIn(setup)))
      .split('\n\n')
      .at(-1)
  expect(day()?.replaceAll('\u00a0', ' ').split('\n')).toEqual([
    'Voorbeelddag',
    'Kassa (ECR): 2050',
    'Contant, € 400,00: 2200',
    'Pin, € 1.200,00: 2210',
    'Webshop, € 300,00: 2220',
    'Statiegeld, € 40,00: 8040',
    'Betalingsverschil, € 1,00: 7980',
    'Kasverschil, € 2,00: 7980',
    expect.stringMatching(/^De bedragen zijn voorbeelden\. Omzet staat er niet bij\. /),
  ])
  setup.exampleDay.input(0, '12,50')
  await setup.ledgers.cash.create()
  await setup.ledgers.eft.choose('1000')
  expect(day()).toMatch(/\nContant, €\s12,50: 2200\nPin, €\s1\.200,00: 1000\n/)
  expect(day()).not.toContain('voorbeelden')
})

test('keeps the e-mail with all ledgers within the length limit of mail programs', async () => {
  const { setup } = await openWizard(cheeseShopLocation)
  const mailOf = (states: Parameters<typeof withStates>[1]) => {
    const sheet = createBookkeeperSheet(...chosenIn(withStates(setup, states)))
    const address = createBookkeeperMail(sheet, examplePerson.name)
    expect(address.length).toBeLessThanOrEqual(mailAddressLimit)
    const { protocol, pathname, searchParams } = new URL(address)
    expect([protocol, pathname]).toEqual(['mailto:', ''])
    const [greeting, intro = '', ...parts] = searchParams.get('body')?.split('\r\n\r\n') ?? []
    expect(greeting).toBe('Beste boekhouder,')
    expect(intro).toContain('\r\n')
    expect(parts.pop()).toBe(`Met vriendelijke groet,\r\n${examplePerson.name}`)
    const rest = parts.pop()
    return {
      subject: searchParams.get('subject'),
      names: sheet.lines.map(({ name }) => name),
      parts,
      rest,
    }
  }
  const questionsIn = (parts: readonly string[]) =>
    parts.filter((part) => part.endsWith(' Klopt dit?'))
  const usual = mailOf({})
  expect(usual.subject).toBe('Kloppen deze grootboekrekeningen van Oefenkaashandel Gekoppeld (NL)?')
  expect(questionsIn(usual.parts)).toHaveLength(7)
  expect(usual.parts[0]).toBe(
    'Contant: 2200, Contante betalingen, 120 Betaalwijze (contant), Balans, Tussenrekeningen, nog niet aangemaakt. Klopt dit?',
  )
  expect(usual.rest).toMatch(/^Dit paste niet in deze e-mail: .*Voorbeelddag\.$/)

  // Ledgers with a warning come first. Their remarks follow the last ledger.
  const high = { ...ledger('VerkopenOmzetHoog', 'WinstEnVerlies'), number: '8000' }
  const doubtful = mailOf({ emballage: high })
  expect(doubtful.parts[0]).toMatch(/^Emballage .*12 .*, let op\. Klopt dit\?$/)
  expect(doubtful.parts[7]).toMatch(/^Emballage \(statiegeld\): Boekt als/)

  // The e-mail still lists every ledger if there are many remarks.
  const bad = ledger('DagboekVerkoop', 'Balans')
  const all = mailOf({
    cash: bad,
    eft: bad,
    webshop: bad,
    payment_differences: bad,
    emballage: high,
  })
  expect(questionsIn(all.parts)).toHaveLength(7)
  const refused = ledger('DagboekMemoriaal', 'Balans', 'é & é?'.repeat(9))
  const long = mailOf({ cash: refused, eft: refused, webshop: refused })
  expect(questionsIn(long.parts).length).toBeGreaterThan(3)
  for (const name of long.names.slice(questionsIn(long.parts).length))
    expect(long.rest).toContain(name)
})
