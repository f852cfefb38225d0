import type { Page } from '@playwright/test'
import { expect, test as base } from '../fixtures.ts'
import { wizardAddresses } from '../pages/wizard.ts'
import { injectNetworkFault } from './network-fault.ts'

/**
 * Base test for failing requests in a browser. Unit tests of the stores cover every failure of every call
 * (`test/fault-matrix.ts`).
 */
const test = base.extend({
  // Browsers log a console error for each failing request.
  expectedErrors: /^Failed to load resource/,
  contextOptions: { reducedMotion: 'reduce' },
})

const failure = (page: Page) => page.locator('[role=alert]:visible').first()
const retry = (page: Page) =>
  failure(page).getByRole('button', { name: 'Opnieuw proberen' }).click()
const answered = 'De server antwoordde: Fault injected by the tests'

test('asks about a key with unknown outcome', async ({ open, services }) => {
  const portal = await services.portalWith({ PORTAL_IDEMPOTENCY_HEADER: '' })
  const { page, connect, activation } = await open(`${portal}/connect`)
  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  const call = { method: 'POST', path: '/api/snelstart/keys/unconnected' }
  const struck = await injectNetworkFault(page, call, 'lost')
  await connect.submit.click()
  await expect(connect.dialog).toContainText('De server is niet bereikbaar.')
  await struck.clear()
  await page.keyboard.press('Escape')
  await expect(connect.dialog).toBeHidden()
  await expect(connect.submit).toBeFocused()
  await connect.submit.click()
  await expect(connect.dialog).toContainText(
    'De vorige poging heeft misschien al een sleutel aangemaakt.',
  )
  await connect.dialog.getByRole('button', { name: 'Bevestigen' }).click()
  await expect(connect.dialog).toContainText('Koppelpunt gebruikt sleutel')
  await connect.dialog.getByRole('button', { name: 'Sluiten' }).click()
  await expect(activation.button).toBeVisible()
})

test('retries a failed row of Home and focuses the link that replaces the retry button', async ({
  page,
  open,
}) => {
  await open(wizardAddresses.configured)
  await expect(page.getByText('Gekoppeld', { exact: true })).toBeVisible()
  const struck = await injectNetworkFault(
    page,
    { method: 'GET', path: '/api/snelstart/company' },
    '500',
  )
  await page.goto('/')
  const row = page.getByRole('listitem').filter({ hasText: 'Oefenslijterij Compleet (BE)' })
  await expect(row).toContainText('Nu niet na te gaan')
  await struck.clear()
  await row.getByRole('button', { name: /^Opnieuw proberen/ }).press('Enter')
  await expect(row.getByRole('link', { name: /^Instellingen bekijken/ })).toBeFocused()
})

test('resends failed settings and asks before it repeats an import with an unknown outcome', async ({
  sandbox,
  open,
  services,
}) => {
  const portal = await services.portalWith({ PORTAL_IDEMPOTENCY_HEADER: '' })
  const { page, wizard } = await open(portal + wizardAddresses.configured)
  await wizard.completeConfigured()
  const settings = { method: 'POST', path: '/api/snelstart/company/{identifier}' }
  // Scripts in a browser cannot see the target of a redirect.
  const diverted = await injectNetworkFault(page, settings, 'redirect')
  await wizard.submit.click()
  const line = wizard.line('Instellingen')
  await expect(line).toContainText('fout:')
  await expect(line).toContainText('In plaats van de server antwoordde een andere pagina.')
  await diverted.clear()
  await line.getByRole('button', { name: /^Opnieuw proberen/ }).click()

  const products = { method: 'GET', path: '/api/snelstart/product/import' }
  const struck = await injectNetworkFault(page, products, '500')
  await wizard.dialog.getByRole('button', { name: 'Bevestigen' }).click()
  await expect(failure(page)).toContainText('Import van producten: misschien gestart')
  await expect(failure(page)).toContainText(answered)
  await struck.clear()
  await retry(page)
  await expect(wizard.dialog).toContainText('De import is misschien al gestart.')
  await wizard.dialog.getByRole('button', { name: 'Bevestigen' }).click()
  await expect(page).toHaveURL(`${sandbox.url}/customers`)
})
