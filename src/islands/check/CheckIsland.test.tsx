import { fireEvent } from '@testing-library/dom'
import {
  describeElement,
  maskPortsAndTimes,
  render,
  runTaskAndRender,
} from '../../../test/component.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createCheckPortal } from '../../../test/open-check.ts'
import { createOwner } from '../../../test/portal.ts'
import {
  addCoupledLocations,
  addLocation,
  changeSettings,
  fakeSettingsResponse,
} from '../../../test/shops.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { Locale } from '../../lib/i18n/messages.ts'
import { openConnectDraft } from '../../stores/coupling/remembered-places.ts'
import { setCurrentPortal } from '../../stores/shell/portal.ts'
import { CheckIsland } from './CheckIsland.tsx'

async function renderCheck(query: string, locale?: Locale) {
  const environment = createTestEnvironment(`http://localhost:4321/check${query}`)
  setCurrentPortal(await createCheckPortal(sandbox, environment))
  return { ...render(<CheckIsland />, locale), environment }
}

const refusePayments = () =>
  sandbox.injectFault({
    method: 'GET',
    path: '/api/accounting/paymentledgers',
    fault: { kind: 'status', status: 403 },
  })

test('shows the findings of a coupling, problems first, and announces the outcome only', async ({
  expect,
}) => {
  await changeSettings(sandbox, 2007, {
    default_verkoop_order_sjabloon: '00000000-0000-4000-8000-000000000000',
    default_eft_payment_ledger: '9999',
    default_emballage_ledger: '2050',
    default_webshop_payment_ledger: '7980',
    sync_product: false,
  })
  await refusePayments()
  const view = await renderCheck('?administration=1006&location=2007')
  expect(view.lines()).toMatchSnapshot('started')
  await view.settle()
  expect(view.lines()).toMatchSnapshot('done')
  view.press('Kopieer alles voor de helpdesk')
  await expect.poll(() => view.environment.copied).toHaveLength(1)
  expect(maskPortsAndTimes(view.environment.copied[0] ?? '')).toMatchSnapshot('copied')
  expect(view.environment.copied[0]).not.toMatch(/Oefen|Slijterij|Klant onbekend/)
})

test('if a check finds no problem, states how many values could not be checked', async ({
  expect,
}) => {
  const path = '/api/snelstart/company'
  await sandbox.injectFault({ method: 'GET', path, fault: { kind: 'status', status: 400 } })
  const view = await renderCheck('?administration=1006&location=2007')
  await view.settle()
  const [outcome] = view.getAllByRole('heading').map(({ textContent }) => textContent)
  expect(outcome).toMatch(/^Geen problemen gevonden, 1\d niet na te gaan$/)
})

test('promises no link for an approval that another browser started', async ({ expect }) => {
  const path = '/api/snelstart/company'
  await sandbox.injectFault({ method: 'GET', path, fault: { kind: 'status', status: 409 } })
  const view = await renderCheck('?administration=1006&location=2007')
  await view.settle()
  expect(view.lines().join('\n')).toMatch(/link doorsturen of de koppeling opnieuw starten\./)
})

test('names the two different values of prices and payment ledgers', async ({ expect }) => {
  await changeSettings(sandbox, 2007, { price_decimals: 2, default_eft_payment_ledger: '1201' })
  const view = await renderCheck('?administration=1006&location=2007')
  await view.settle()
  const texts = view.lines().map((line) => line.trim())
  expect(texts).toEqual(
    expect.arrayContaining([
      'Aantal decimalen van artikelprijzen: ingesteld is 2, in SnelStart staat nu 3',
      'Grootboekrekening pin: in de instellingen staat 1201, als betaalrekening is 2210 vastgelegd',
    ]),
  )
})

test.for([
  ['an address without an administration', '?location=2007', 'nl'],
  ['a choice of the place', '', 'en'],
  ['all locations of an administration', '?administration=1006', 'en'],
] as const)('presents %s', async ([, query, locale], { expect }) => {
  await changeSettings(sandbox, 2007, { default_eft_payment_ledger: '9999' })
  const view = await renderCheck(query, locale)
  await view.settle()
  expect(view.lines()).toMatchSnapshot()
  const copy = view.queryByRole('button', { name: 'Copy everything for the helpdesk' })
  if (!copy) return
  copy.click()
  await expect.poll(() => view.environment.copied).toHaveLength(1)
  expect(maskPortsAndTimes(view.environment.copied[0] ?? '')).toMatchSnapshot('copied')
})

test('the link to /connect preselects the location without a coupling', async ({ expect }) => {
  const view = await renderCheck('?administration=1001&location=2001')
  await view.settle()
  expect(view.queryByText(/^In het volgende scherm bevestigt u dit/)).toBeNull()
  // The test DOM would leave the page.
  view.container.addEventListener('click', (event) => event.preventDefault())
  view.press(/^Bestaande administratie koppelen/, 'link')
  expect(openConnectDraft(createOwner(view.environment)).read()).toMatchObject({
    administration: { id: 1001 },
    location: { id: 2001, name: 'Winkel Noord' },
    isGiven: true,
  })
})

const describeChain = (container: HTMLElement) =>
  [...container.querySelectorAll('[aria-labelledby=chain]')]
    .flatMap(describeElement)
    .map(maskPortsAndTimes)

test('copies the settings to the chosen location of a chain', async ({ expect }) => {
  await addCoupledLocations(sandbox, 1006, ['Filiaal', 'Kiosk'])
  const view = await renderCheck('?administration=1006&location=2007')
  await view.settle()
  view.press('Ook instellen voor 2 andere locaties')
  await view.settle()
  // The number of the idempotency key depends on the order of the requests.
  const panel = () =>
    describeChain(view.container).map((line) => line.replace(/(?<=sleutel: )id-\d+/, '…'))
  expect(panel()).toMatchSnapshot('offered')
  view.press('Filiaal', 'checkbox')
  view.press('Kiosk', 'checkbox')
  const path = '/api/snelstart/company/{identifier}'
  const fault = { kind: 'status', status: 422 } as const
  await sandbox.injectFault({ method: 'POST', path, times: 2, fault })
  view.press('Instellen voor 2 locaties')
  view.getByText('Bezig')
  view.getByRole('button', { name: 'Instellen voor 2 locaties', busy: true })
  await view.settle()
  view.press('Opnieuw proberen : Instellingen van de koppeling, Kiosk')
  await view.settle()
  expect(panel()).toMatchSnapshot('partly saved')
  view.press('Instellen voor 1 locatie')
  await view.settle()
  expect(panel()).toMatchSnapshot('saved')
})

test('shows that a copy of the settings is in progress after the panel was closed and opened again', async () => {
  await addCoupledLocations(sandbox, 1006, ['Filiaal'])
  const view = await renderCheck('?administration=1006&location=2007')
  await view.settle()
  const open = () => view.press('Ook instellen voor 1 andere locatie')
  open()
  await view.settle()
  view.press('Filiaal', 'checkbox')
  await sandbox.delay('POST', '/api/snelstart/company/{identifier}', 2000)
  view.press('Instellen voor 1 locatie')
  view.press('Verslag')
  open()
  await view.findByText('Bezig')
  await view.findByRole('button', { name: 'Instellen voor 1 locatie', busy: true })
  await view.settle()
})

test('links to the check of a chosen location and of all locations', async ({ expect }) => {
  await addCoupledLocations(sandbox, 1004, ['Filiaal'])
  const view = await renderCheck('')
  await view.settle()
  const links: string[][] = []
  for (const [label, option] of [
    ['Administratie', 'Oefenwinkel Noord'],
    ['Administratie', 'Oefenmarkt West'],
    ['Locatie', 'Filiaal'],
  ] as const) {
    const input = view.getByLabelText(label, { selector: 'input' })
    runTaskAndRender(() => input.focus())
    runTaskAndRender(() => fireEvent.click(input))
    view.press(new RegExp(option), 'option')
    await view.settle()
    links.push(view.lines().filter((line) => line.includes('link')))
  }
  expect(links).toMatchSnapshot()
})

const listPath = '/api/locations/location/list/all'

test('loads the locations again after a failure', async ({ expect }) => {
  await sandbox.injectFault({
    method: 'GET',
    path: listPath,
    fault: { kind: 'status', status: 403 },
  })
  const view = await renderCheck('?administration=1006')
  await view.findByRole('alert')
  expect(view.lines().slice(0, 5)).toMatchSnapshot()
  await sandbox.clearFaults()
  await sandbox.answer('GET', listPath, [])
  view.press('Opnieuw proberen')
  await view.findByText('Deze administratie heeft geen locaties.')
})

test('checks the first twenty locations, and further locations when the user asks', async ({
  expect,
}) => {
  const locations = Array.from({ length: 21 }, (_, at) => ({ id: 3000 + at, name: `Zaak ${at}` }))
  await sandbox.answer('GET', listPath, locations)
  const view = await renderCheck('?administration=1006')
  await view.settle()
  expect(view.queryByRole('link', { name: /Zaak 20$/ })).toBeNull()
  view.press('De volgende locaties controleren (nog 1)')
  expect(document.activeElement?.id).toBe('outcome')
  await view.settle()
  view.getByRole('link', { name: /Zaak 20$/, hidden: true })
  expect(view.queryByRole('button', { name: /^De volgende locaties/ })).toBeNull()
  view.press('Opnieuw nakijken')
  await view.settle()
  await expect.poll(() => document.activeElement?.id).toBe('outcome')
})

test('repeated findings refer to the first finding with the same cause, also in the copied text', async ({
  expect,
}) => {
  await sandbox.injectFault({
    method: 'GET',
    path: '/api/snelstart/journals/grootboeken/list',
    fault: { kind: 'status', status: 403 },
  })
  const view = await renderCheck('?administration=1006&location=2007')
  await view.settle()
  const isSame = (line: string) => line.includes('Dit heeft dezelfde reden als')
  expect([...new Set(view.lines().filter(isSame))]).toMatchSnapshot()
  view.press('Kopieer alles voor de helpdesk')
  await expect.poll(() => view.environment.copied).toHaveLength(1)
  expect(view.environment.copied[0]?.split('\n').some(isSame)).toBe(true)
  await sandbox.clearFaults()
  view.press(/^Opnieuw nagaan : Grootboekrekening contant/)
  expect(document.activeElement?.id).toBe('outcome')
  await view.settle()
  expect(view.lines().some(isSame)).toBe(false)
})

test('presents locations that cannot receive the settings and retries a failed location', async ({
  expect,
}) => {
  const names = ['Ander boek', 'Onleesbaar', 'Ingesteld']
  const [other = 0, unread = 0, same = 0] = await addCoupledLocations(sandbox, 1006, names)
  await addLocation(sandbox, { administration: 1006, name: 'Ongekoppeld' })
  await changeSettings(sandbox, 2007, { default_emballage_ledger: '2050' })
  const path = '/api/snelstart/company'
  const { body } = await sandbox.callApi('GET /snelstart/company', {
    query: { location: '2007' },
    headers: { administration: '1006', location: '2007' },
  })
  const settings = body as object
  await fakeSettingsResponse(sandbox, other, {
    ...settings,
    snelstart_administratie_identifier: '9',
  })
  await fakeSettingsResponse(sandbox, same, settings)
  const query = { location: String(unread) }
  await sandbox.injectFault({ method: 'GET', path, query, fault: { kind: 'status', status: 422 } })
  const view = await renderCheck('?administration=1006&location=2007')
  await view.settle()
  view.press('Ook instellen voor 4 andere locaties')
  await view.settle()
  const panel = () => describeChain(view.container)
  expect(panel()).toMatchSnapshot('offered')
  await sandbox.clearFaults()
  view.press(/^Opnieuw proberen : Onleesbaar/)
  expect(document.activeElement?.id).toBe('chain')
  await view.settle()
  expect(panel().slice(0, 13)).toMatchSnapshot('read again')
})

test('shows the report after the user retries a failed read, then hides the report', async ({
  expect,
}) => {
  const view = await renderCheck('?administration=1006&location=2007', 'en')
  await view.settle()
  await sandbox.injectFault({
    method: 'GET',
    path: '/api/snelstart/company',
    fault: { kind: 'status', status: 403 },
  })
  view.press('Report')
  await view.settle()
  expect(describeElement(view.getByRole('alert')).slice(0, 4)).toMatchSnapshot()
  view.getByRole('button', { name: 'Report', expanded: true })
  await sandbox.clearFaults()
  view.press('Try again')
  await view.settle()
  view.getByRole('heading', { name: 'Report' })
  view.getByRole('button', { name: 'Print' })
  view.press('Report')
  expect(view.queryByRole('heading', { name: 'Report' })).toBeNull()
})

test('says that a location without settings has no report', async ({ expect }) => {
  await addCoupledLocations(sandbox, 1001, ['Filiaal'])
  const view = await renderCheck('?administration=1001&location=2001')
  await view.settle()
  expect(view.queryByRole('button', { name: /^Ook instellen/ })).toBeNull()
  view.press('Verslag')
  await view.findByText('Deze locatie is nog niet ingesteld.')
})
