import { atom } from 'nanostores'
import { afterEach, expect, vi } from 'vitest'
import { cheese, openWizard } from '../../../../test/open-wizard.ts'
import { testPerson } from '../../../../test/portal.ts'
import { sandbox, test } from '../../../../test/test.ts'
import type { RequiredPurpose } from '../../../lib/accounting/snelstart/ledgers.ts'
import type { Locale } from '../../../lib/i18n/messages.ts'
import english from '../../../lib/i18n/messages/en/wizard.json' with { type: 'json' }
import dutch from '../../../lib/i18n/messages/nl/wizard.json' with { type: 'json' }
import { mailAddressLimit } from '../../../lib/limits.ts'
import type { LedgerState } from '../../../stores/wizard/made/ledger-item.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The module in a page of a language: it reads the texts once. */
async function pageIn(locale: Locale) {
  const texts = Object.entries(locale === 'nl' ? dutch : english)
  const shipped = Object.fromEntries(texts.map(([name, text]) => [`wizard:${name}`, text]))
  vi.stubGlobal('document', {
    documentElement: { lang: locale },
    getElementById: () => ({ textContent: JSON.stringify(shipped) }),
  })
  vi.resetModules()
  return await import('./sheet.ts')
}

const ledger = (name: string, code = 'Balans', description = 'Een rekening'): LedgerState => ({
  status: 'existing',
  origin: 'accepted',
  ledger: { number: '1', description, function: name, code, category: '' },
})

/** With some ledgers in another state. */
function withStates(setup: Setup, states: Partial<Record<RequiredPurpose, LedgerState>>): Setup {
  const changed = Object.entries(states).map(([name, state]) => {
    const item = setup.ledgers[name as RequiredPurpose]
    return [name, { ...item, $state: atom(state) }] as const
  })
  return { ...setup, ledgers: { ...setup.ledgers, ...Object.fromEntries(changed) } }
}

/** What is said of each ledger, by its purpose. */
async function verdicts(states: Partial<Record<RequiredPurpose, LedgerState>>) {
  const { setup } = await openWizard({ sandbox, ...cheese })
  const { createSheet } = await pageIn('nl')
  const { lines } = createSheet(withStates(setup, states)).get()
  return Object.fromEntries(
    lines.map(({ purpose, verdict, remarks }) => [purpose, [verdict, ...remarks].join(' | ')]),
  )
}

test('it names administration, location, and each ledger with its question', async () => {
  const { setup } = await openWizard({ sandbox, ...cheese })
  const { createSheet, sheetText } = await pageIn('nl')
  const text = sheetText(createSheet(setup).get())
  expect(text).toContain(
    '\n\nContant: 2200 Contante betalingen\n120 Betaalwijze (contant), Balans: nog niet aangemaakt\nKlopt dit?\n\n',
  )
  expect(text).toContain(
    '\n\nEmballage (statiegeld): 8040 Omzet emballage\n10 Verkopen/omzet onbelast, ' +
      'rubriek 1e, Winst en verlies: past\nKlopt dit?',
  )
  expect(text).toMatch(/^Oefenkaashandel Gekoppeld \(NL\), Kaashandel\n/)
  expect(text.match(/Klopt dit\?$/gm)).toHaveLength(7)
  // No more names than that.
  expect(text).not.toContain(testPerson.name)
  expect(text).not.toContain('@')
})

test('the same in English', async () => {
  const { setup } = await openWizard({ sandbox, ...cheese })
  const { createSheet, sheetMail, sheetText } = await pageIn('en')
  const text = sheetText(createSheet(setup).get())
  expect(text).toContain(': not created yet\nIs this right?')
  expect(text).toMatch(/8040 Omzet emballage\n.*box 1e.*: fits\nIs/)
  expect(text).not.toMatch(/Klopt|Oordeel|rubriek/)
  const { searchParams } = new URL(sheetMail(createSheet(setup).get()).address)
  expect(searchParams.get('subject')).toMatch(/^Are these ledgers of .* right\?$/)
})

test('each verdict has its words, and its reasons', async () => {
  expect(
    await verdicts({
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
      'onbekend | De functie Iets nieuws kent Koppelpunt niet. Of deze rekening past, is hier niet te zeggen.',
    'Kassa (ECR)': 'nog niet aangemaakt',
    Betalingsverschillen:
      'SnelStart weigert boekingen | SnelStart weigert boekingen op een rekening met de functie Dagboek memoriaal. | Meestal geschikt: 102 Betalingskorting.',
    Kasverschillen:
      'past waarschijnlijk | Op Kasverschillen boekt u zelf; de kassa boekt ze bij de betalingsverschillen.',
    'Emballage (statiegeld)':
      'let op | Boekt als omzet hoog, rubriek 1a van de btw-aangifte. | Meestal geschikt: 10 Verkopen/omzet onbelast.',
  })
})

test('what is not there, not known or only pretended is said to be so', async () => {
  const pretended = { ...ledger('Betalingskorting', 'WinstEnVerlies'), origin: 'dryRun' } as const
  const found = await verdicts({
    cash: { status: 'empty' },
    eft: { status: 'invalid' },
    webshop: { status: 'checking' },
    payment_differences: pretended,
    cash_differences: { status: 'missing', error: null },
  })
  expect(found).toMatchObject({
    Contant: 'Nog geen nummer',
    Pin: 'Ongeldig nummer',
    Webshop: 'Het nummer wordt opgezocht...',
    Betalingsverschillen: 'nog niet aangemaakt',
  })
  // A proposal is judged as well: what §9 proposes for this one refuses lines.
  expect(found.Kasverschillen).toMatch(
    /^nog niet aangemaakt \| SnelStart weigert boekingen op een rekening/,
  )
})

test('it follows what is chosen, and names a number that two purposes share', async () => {
  const { setup } = await openWizard({ sandbox, ...cheese })
  const { createSheet } = await pageIn('nl')
  const $sheet = createSheet(setup)
  const told = vi.fn()
  const stop = $sheet.listen(told)
  setup.ledgers.ecr.propose({ description: 'De kassa' })
  expect($sheet.get().lines[3]).toMatchObject({ number: '2050', description: 'De kassa' })
  await setup.ledgers.eft.choose('2200')
  expect($sheet.get().lines[1]?.number).toBe('2200')
  expect($sheet.get().lines[0]?.remarks).toEqual([
    'Let op: dit nummer is ook gekozen voor de grootboekrekening pin.',
  ])
  expect(told).toHaveBeenCalled()
  stop()
})

test('an e-mail has lines that mail programs take, and no more than they take', async () => {
  const { setup } = await openWizard({ sandbox, ...cheese })
  const { createSheet, sheetMail, sheetText } = await pageIn('nl')
  const sheet = createSheet(setup).get()
  const { address, isCut } = sheetMail(sheet)
  const { protocol, pathname, searchParams } = new URL(address)
  expect([protocol, pathname, isCut]).toEqual(['mailto:', '', false])
  expect(searchParams.get('subject')).toBe(
    'Kloppen deze grootboekrekeningen van Oefenkaashandel Gekoppeld (NL)?',
  )
  expect(searchParams.get('body')).toBe(sheetText(sheet).replaceAll('\n', '\r\n'))

  const refused = ledger('DagboekMemoriaal', 'Balans', 'é & é?'.repeat(9))
  const long = createSheet(withStates(setup, { cash: refused, eft: refused, webshop: refused }))
  const cut = sheetMail(long.get())
  expect(cut.isCut).toBe(true)
  expect(cut.address.length).toBeLessThanOrEqual(mailAddressLimit)
  const body = new URL(cut.address).searchParams.get('body')?.split('\r\n\r\n') ?? []
  expect(body.at(-1)).toBe('De rest paste niet in deze e-mail.')
  const whole = sheetText(long.get()).replaceAll('\n', '\r\n').split('\r\n\r\n')
  // Whole parts, as many as there is room for.
  expect(body.slice(0, -1)).toEqual(whole.slice(0, body.length - 1))
  expect(body.length).toBeGreaterThan(3)
})
