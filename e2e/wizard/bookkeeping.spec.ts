import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'
import type { SandboxControl } from '../../test/sandbox.ts'

const ledgers = '/api/snelstart/journals/grootboeken'

/** Addresses of the ledgers that were looked up. */
async function lookedUp(sandbox: SandboxControl): Promise<string[]> {
  return (await sandbox.requests())
    .filter(({ method, path }) => method === 'GET' && path.startsWith(`${ledgers}/`))
    .map(({ path }) => path.slice(ledgers.length + 1))
}

test('a number typed quickly is looked up once, and accepted by its button only', async ({
  open,
  sandbox,
}) => {
  const { wizard } = await open(`${places.desktop}&step=journals`)
  const ledger = await wizard.unfold('Contant')
  await ledger.says('Grootboekrekening 2200 bestaat nog niet.')
  await sandbox.clearRequests()
  await ledger.type('1000')
  await ledger.says('Grootboekrekening 1000 bestaat al.')
  expect(await lookedUp(sandbox)).toEqual(['1000'])
  await expect(ledger.group.getByRole('definition')).toHaveText([
    'Kas',
    'Kasboek',
    'Balans',
    'Liquide middelen',
  ])
  await expect(ledger.group).toContainText('bij de boekingen die er al op staan')
  await expect(ledger.number).toHaveAccessibleDescription('')
  await ledger.number.blur()
  await expect(ledger.number).toHaveAccessibleDescription('Accepteer de grootboekrekening contant.')

  await ledger.accept.focus()
  await ledger.accept.press('Enter')
  await ledger.says('Geaccepteerd')
  await expect(ledger.state).toBeFocused()
  await expect(ledger.number).toHaveAttribute('aria-invalid', 'false')
})

test('an existing ledger is found by number and by name', async ({ open }) => {
  const { page, wizard } = await open(`${places.desktop}&step=journals`)
  const ledger = await wizard.unfold('Kassa (ECR)')
  await ledger.openSearch()
  await ledger.search.fill('13')
  await page.getByRole('option', { name: '1300 Debiteuren' }).click()
  await ledger.says('Grootboekrekening 1300 bestaat al.')
  await expect(ledger.number).toHaveValue('1300')
  await expect(ledger.search).toBeHidden()

  await ledger.openSearch()
  await ledger.search.fill('crediteuren')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['1600 Crediteuren'])
  await ledger.search.press('ArrowDown')
  await ledger.search.press('Enter')
  await ledger.says('Grootboekrekening 1600 bestaat al.')
  await expect(ledger.number).toHaveValue('1600')
  await expect(page.locator('body')).not.toBeFocused()
})

test.describe('a new ledger', () => {
  test.use({ expectedErrors: /status of 400 .*grootboeken$/ })

  test('that is refused says why, and is made once it is put right', async ({ open, sandbox }) => {
    const { wizard } = await open(`${places.desktop}&step=journals`)
    const ledger = await wizard.unfold('Pin')
    await ledger.number.fill('list')
    await ledger.number.press('Enter')
    await ledger.number.blur()
    await expect(ledger.group).toContainText('Een grootboeknummer bestaat uit 1 tot 9 cijfers')
    await ledger.number.fill('2210')
    await expect(ledger.field('Omschrijving')).toHaveAttribute('aria-required', 'true')
    await expect(ledger.field('Rubriek')).toHaveAccessibleName('Rubriek (niet verplicht)')
    await ledger.field('Omschrijving').fill('o'.repeat(51))
    await ledger.field('Functie').fill('Onzin')
    await ledger.create.click()
    await expect(ledger.group.getByRole('alert')).toContainText(
      'SnelStart maakt deze grootboekrekening niet aan:',
    )
    await expect(ledger.group.getByRole('alert').getByRole('listitem')).toHaveText([
      /^De omschrijving mag maximaal 50 tekens lang zijn\./,
      /^De grootboekfunctie 'Onzin' is onbekend\./,
    ])
    await expect(ledger.create).toBeFocused()
    await ledger.field('Omschrijving').fill('Pin en tikken')
    await ledger.field('Functie').fill('ElectronischeBetaling')
    await ledger.field('Functie').press('Enter')
    await ledger.says('Aangemaakt')
    await expect(ledger.state).toBeFocused()
    const made = (await sandbox.rows('ledgers')).filter(({ nummer }) => nummer === '2210')
    expect(made).toMatchObject([
      { administration_id: 1006 },
      {
        administration_id: 1007,
        omschrijving: 'Pin en tikken',
        grootboekfunctie: 'ElectronischeBetaling',
        rekening_code: 'Balans',
        grootboek_rubriek: 'Tussenrekeningen',
      },
    ])
  })
})

test('the missing walk-in relation is made, and the key is left alone', async ({
  open,
  sandbox,
}) => {
  const { page, wizard } = await open(`${places.web}&step=unknown_relation`)
  await expect(page.getByText('Relatie -2 bestaat nog niet.')).toBeVisible()
  await expect(wizard.relationCode).toHaveValue('-2')
  await expect(page.getByRole('tabpanel').getByRole('definition')).toHaveText(['Passant', 'Klant'])
  await page.getByRole('button', { name: 'Aanmaken' }).click()
  await expect(page.getByText('Deze relatie is aangemaakt')).toBeFocused()
  const made = (await sandbox.rows('relations')).filter(
    (row) => row.administration_id === 1005 && row.relatiecode === '-2',
  )
  expect(made).toMatchObject([{ naam: 'Passant', relatiesoort: ['Klant'] }])

  await wizard.goTo('Grootboekrekeningen')
  await wizard.settleLedgers()
  await wizard.goTo('Samenvatting')
  await wizard.submit.click()
  await wizard.dialog.getByRole('button', { name: 'Annuleren' }).click()
  await expect(page).toHaveURL(`${sandbox.url}/customers`)
  const keys = (await sandbox.requests()).filter(({ path }) =>
    path.startsWith('/api/snelstart/keys'),
  )
  expect(keys).toEqual([])
  expect((await sandbox.rows('keys')).filter((key) => key.location_id === 2006)).toMatchObject([
    { default_no_relation: null },
  ])
})

test('another relation is stored with the key', async ({ open, sandbox }) => {
  const { page, wizard } = await open(places.configured)
  await wizard.completeConfigured()
  await wizard.goTo('Onbekende klant')
  await expect(page.getByText('Klant onbekend')).toBeVisible()
  await sandbox.clearRequests()
  await wizard.relationCode.press('ControlOrMeta+A')
  await wizard.relationCode.pressSequentially('100', { delay: 30 })
  await expect(page.getByText('Oefenklant op rekening')).toBeVisible()
  const asked = await sandbox.requests('/api/snelstart/relations')
  expect(asked.map(({ query }) => query.relatiecode)).toEqual(['100'])

  await wizard.goTo('Samenvatting')
  await wizard.submit.click()
  await wizard.dialog.getByRole('button', { name: 'Annuleren' }).click()
  await expect(page).toHaveURL(`${sandbox.url}/customers`)
  const [relation] = (await sandbox.rows('relations')).filter(
    (row) => row.administration_id === 1006 && row.relatiecode === '100',
  )
  const [key] = (await sandbox.rows('keys')).filter((row) => row.location_id === 2007)
  expect(key?.default_no_relation).toBe(relation?.id)
  const puts = (await sandbox.requests()).filter(
    ({ method, path }) => method === 'PUT' && path === `/api/snelstart/keys/${key?.id}`,
  )
  expect(puts.map(({ body }) => body)).toEqual([{ default_no_relation: relation?.id }])
})

test('everything is asked for in two rounds, the ledgers all at once', async ({
  open,
  sandbox,
}) => {
  const first = [
    '/api/serials/serial/1007',
    '/api/locations/location/2008',
    '/api/snelstart/company',
    '/api/snelstart/company/info',
    '/api/snelstart/salesorder/template',
  ]
  const numbers = ['2200', '2210', '2220', '2050', '7980', '4752', '8040']
  const second = [...numbers.map((number) => `${ledgers}/${number}`), '/api/snelstart/relations']
  for (const path of [...first, ...second]) await sandbox.delay('GET', path, 300)
  const { page } = await open(`${places.desktop}&step=journals`)
  await expect
    .poll(async () => {
      const requests = await sandbox.requests()
      return requests.filter(({ path, finishedAt }) => second.includes(path) && finishedAt !== null)
        .length
    })
    .toBe(second.length)
  await expect(page.getByText('wordt opgezocht')).toHaveCount(0)
  await expect(page.getByText('Nog te accepteren', { exact: true })).toHaveCount(3)

  // As the page sees it: a browser sends six at a time over one connection's protocol version 1.
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => ({
      path: new URL(entry.name).pathname,
      startedAt: entry.startTime,
      finishedAt: (entry as PerformanceResourceTiming).responseEnd,
    })),
  )
  const round = (paths: readonly string[]) => {
    const calls = asked.filter(({ path }) => paths.includes(path))
    expect(calls.map(({ path }) => path).sort()).toEqual([...paths].sort())
    return {
      lastStart: Math.max(...calls.map(({ startedAt }) => startedAt)),
      firstEnd: Math.min(...calls.map(({ finishedAt }) => finishedAt)),
    }
  }
  for (const { lastStart, firstEnd } of [round(first), round(second)])
    expect(lastStart).toBeLessThan(firstEnd)
  const overlapping = (await sandbox.requests())
    .filter(({ method, path }) => method === 'GET' && second.includes(path))
    .sort((one, other) => one.startedAt - other.startedAt)
  expect(overlapping[5]?.startedAt).toBeLessThan(overlapping[0]?.finishedAt ?? 0)
})

test('many are accepted by their functions, and what carries a warning is left to its row', async ({
  open,
}) => {
  const { page, wizard } = await open(`${places.web}&step=journals`)
  await expect(wizard.ledger('Betalingsverschillen').group).toContainText(
    'Betalingskorting · Winst en verlies · Kostprijs van de omzet',
  )
  const cash = await wizard.unfold('Contant')
  await cash.type('1300')
  await cash.says('Grootboekrekening 1300 bestaat al.')
  await expect(wizard.acceptAll).toHaveText('3 bestaande accepteren')
  await expect(wizard.acceptAll).toHaveAccessibleDescription(/8040 .*Winst en verlies/)
  await expect(wizard.acceptAll).not.toHaveAccessibleDescription(/1300/)
  const left = page.locator('.ledger-batch').getByText(/^Contant: 1300/)
  await expect(left.first()).toBeVisible()
  await wizard.acceptAll.click()
  await expect(cash.accept).toBeVisible()
  await expect(left.first()).toBeVisible()
  await cash.accept.click()
  await expect(left).toHaveCount(0)
})

test('a number that no ledger can have is said under it, and nothing is offered', async ({
  open,
}) => {
  const { wizard } = await open(`${places.web}&step=journals`)
  const cash = await wizard.unfold('Contant')
  for (const number of ['0', '02200', '2'.repeat(20)]) {
    await cash.type(number)
    await cash.number.blur()
    await expect(cash.number).toHaveAccessibleDescription(/begint niet met een 0/)
    await expect(cash.create).toHaveCount(0)
  }
})
