import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { places } from './pages/wizard.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function violations(page: Page): Promise<string[]> {
  // Within the page: its default opens another one, for frames that the portal does not have.
  const builder = new AxeBuilder({ page }).withTags(standards).setLegacyMode(true)
  const { violations } = await builder.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('the check itself sees a target that is too small', async ({ page, signIn }) => {
  await signIn.open('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    for (const name of ['a', 'b']) {
      const button = document.createElement('button')
      button.textContent = name
      button.style.cssText = 'all: unset; width: 9px; height: 9px'
      document.querySelector('main')?.append(button)
    }
  })
  expect((await violations(page)).join()).toContain('target-size')
})

test('every state of the connect screen', async ({ page, signIn, connect, services }) => {
  await services.sandbox.setFlag('dry_run', { enabled: true })
  await signIn.open('/connect')
  await expect(connect.administration).toBeVisible()
  expect(await violations(page)).toEqual([])
  await connect.submit.click()
  await expect(page).toHaveTitle(/^Fout: /)
  expect(await violations(page)).toEqual([])
  await connect.administration.click()
  await page.keyboard.press('ArrowDown')
  expect(await violations(page)).toEqual([])
  await connect.choose('Oefenmarkt West (DE)', 'Markthal')
  await expect(page).not.toHaveTitle(/^Fout: /)
  expect(await violations(page)).toEqual([])
  await connect.submit.click()
  await expect(connect.dialog).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('every step of the boarding screen', async ({ page, signIn, boarding }) => {
  await signIn.open('/boarding')
  await expect(boarding.fullName).toBeVisible()
  expect(await violations(page)).toEqual([])
  await boarding.next.click()
  await expect(boarding.companyName).toBeVisible()
  expect(await violations(page)).toEqual([])
  await boarding.next.click()
  await boarding.plan('Keten').click()
  expect(await violations(page)).toEqual([])
  await boarding.submit.click()
  await expect(page).toHaveTitle(/^Fout: /)
  expect(await violations(page)).toEqual([])
})

test('Home, boarding, the wizard’s states and an unknown page', async ({ page, signIn }) => {
  await signIn.open('/')
  for (const address of [
    '/',
    '/en/boarding',
    '/wizard',
    '/wizard?administration=1006&location=2007',
    '/wizard?administration=1001&location=2001',
    '/nope',
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
  }
})

test('what was worked on, and an approval to be handed over', async ({
  page,
  signIn,
  connect,
  activation,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn.open('/connect')
  await connect.choose('Oefenmarkt West (DE)', 'Webshop')
  await connect.submit.click()
  await expect(activation.button('Activeren')).toBeVisible()
  await page.goto('/wizard?administration=1004&location=2005')
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await page.getByRole('button', { name: 'Link kopiëren' }).click()
  await expect(page.getByRole('textbox', { name: 'Link om goed te keuren' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(await widthOf(page)).toBeLessThanOrEqual(320)
  await page.goto('/')
  await expect(page.getByText('wacht op goedkeuring')).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(await widthOf(page)).toBeLessThanOrEqual(320)
})

const wizardSteps = [
  'SnelStart',
  'Voorraad',
  'Grootboekrekeningen',
  'Onbekende klant',
  'Import en synchronisatie',
  'Samenvatting',
] as const

test('every step of the wizard', async ({ page, signIn, wizard }) => {
  await signIn.open(places.desktop)
  await page.getByText('Snelstart 12', { exact: true }).click()
  await expect(wizard.template('Standaard ordersjabloon')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await wizard.template('Standaard ordersjabloon').selectOption('Standaard verkooporder')
  await wizard.goTo('Voorraad')
  await wizard.stock.check()
  expect(await violations(page)).toEqual([])
  await wizard.chooseStock()

  await wizard.goTo('Grootboekrekeningen')
  const ledger = await wizard.unfold('Contant')
  await ledger.field('Functie').fill('Onzin')
  await ledger.create.click()
  await expect(ledger.group.getByRole('alert')).toBeVisible()
  await (await wizard.unfold('Pin')).openSearch()
  await (await wizard.unfold('Pin')).search.press('ArrowDown')
  expect(await violations(page)).toEqual([])

  await wizard.goTo('Onbekende klant')
  await wizard.relationCode.fill('404')
  await expect(page.getByText('Relatie 404 bestaat nog niet.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await wizard.goTo('Import en synchronisatie')
  await wizard.switch('Product voor openstaande facturen gebruiken').check()
  await page.getByRole('switch', { name: 'Nieuw product aanmaken' }).first().check()
  expect(await violations(page)).toEqual([])
  await wizard.goTo('Samenvatting')
  await wizard.submit.click()
  await expect(wizard.errorSummary).toBeFocused()
  expect(await violations(page)).toEqual([])
})

test('the summary of the wizard and what follows it', async ({
  page,
  signIn,
  wizard,
  services,
}) => {
  await services.sandbox.setFlag('skip_final_redirect', { enabled: true })
  await services.sandbox.setFlag('test_mode', { enabled: true })
  await services.sandbox.injectFault({
    method: 'POST',
    path: '/api/snelstart/company/{identifier}',
    times: 1,
    fault: { kind: 'status', status: 500 },
  })
  await signIn.open(`${places.desktop}&step=journals`)
  await wizard.settleLedgers()
  await wizard.goTo('Samenvatting')
  await page.getByText('Testgegevens').click()
  await wizard.submit.click()
  await expect(wizard.line('Instellingen')).toContainText('fout:')
  expect(await violations(page)).toEqual([])
  await wizard.lines.getByRole('button').click()
  await expect(wizard.dialog).toBeVisible()
  expect(await violations(page)).toEqual([])
  await wizard.dialog.getByRole('button', { name: 'Annuleren' }).click()
  await expect(page.getByRole('region', { name: 'Verslag van de instellingen' })).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('no step of the wizard is cut off on a narrow screen', async ({ page, signIn, wizard }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn.open(places.desktop)
  await wizard.chooseDesktop()
  await wizard.next.click()
  await wizard.chooseStock()
  for (const step of wizardSteps) {
    await wizard.goTo(step)
    if (step === 'Grootboekrekeningen') {
      await expect((await wizard.unfold('Contant')).create).toBeVisible()
      await (await wizard.unfold('Kassa (ECR)')).openSearch()
      await expect((await wizard.unfold('Kassa (ECR)')).search).toBeVisible()
    }
    if (step === 'Import en synchronisatie') {
      await wizard.switch('Product voor openstaande facturen gebruiken').check()
      await page.getByRole('switch', { name: 'Nieuw product aanmaken' }).first().check()
    }
    expect(await widthOf(page), step).toBeLessThanOrEqual(320)
  }
})

test('nothing is cut off on a narrow screen', async ({ page, signIn, connect }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn.open('/connect')
  await connect.administration.click()
  expect(await widthOf(page)).toBeLessThanOrEqual(320)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await widthOf(page)).toBeLessThanOrEqual(320)
})

// The unknown page, a refused ledger, and a save that fails.
// A step that is still appearing has no contrast to measure.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.use({ expectedErrors: /status of (?:404 .*\/nope|400 .*\/grootboeken|500 .*\/company\/.*)$/ })
