import { describeElement, render, maskPortsAndTimes } from '../../../test/component.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createCheckPortal } from '../../../test/open-check.ts'
import { createOwner } from '../../../test/portal.ts'
import { addCoupledLocations, changeSettings } from '../../../test/shops.ts'
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

test('names both values of prices and payment ledgers that differ', async ({ expect }) => {
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
  const view = await renderCheck(query, locale)
  await view.settle()
  expect(view.lines()).toMatchSnapshot()
})

test('preselects the place of an uncoupled location at /connect', async ({ expect }) => {
  const view = await renderCheck('?administration=1001&location=2001')
  await view.settle()
  expect(view.queryByText(/^In het volgende scherm bevestigt u dit/)).toBeNull()
  view.press(/^Bestaande administratie koppelen/, 'link')
  expect(openConnectDraft(createOwner(view.environment)).read()).toMatchObject({
    administration: { id: 1001 },
    location: { id: 2001, name: 'Winkel Noord' },
    isGiven: true,
  })
})

test('copies the settings to the chosen location of a chain', async ({ expect }) => {
  await addCoupledLocations(sandbox, 1006, ['Filiaal'])
  const view = await renderCheck('?administration=1006&location=2007')
  await view.settle()
  view.press('Ook instellen voor 1 andere locatie')
  await view.settle()
  const panel = () =>
    [...view.container.querySelectorAll('[aria-labelledby=chain]')]
      .flatMap(describeElement)
      .map(maskPortsAndTimes)
  expect(panel()).toMatchSnapshot('offered')
  view.press('Filiaal', 'checkbox')
  await sandbox.failNext('POST', '/api/snelstart/company/{identifier}', 422)
  view.press('Instellen voor 1 locatie')
  await view.settle()
  expect(view.getByRole('checkbox', { name: 'Filiaal' })).toHaveProperty('checked', true)
  view.press('Instellen voor 1 locatie')
  await view.settle()
  expect(panel()).toMatchSnapshot('saved')
})
