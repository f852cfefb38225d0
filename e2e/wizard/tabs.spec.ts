import type { BrowserContext } from '@playwright/test'
import { expect, test as base } from '../fixtures.ts'
import { SignIn } from '../pages/sign-in.ts'
import { places, WizardPage } from '../pages/wizard.ts'

type OpenTab = (context: BrowserContext, address: string) => Promise<WizardPage>

const test = base.extend<{ openTab: OpenTab }>({
  openTab: async ({ services }, use) => {
    await use(async (context, address) => {
      const page = await context.newPage()
      await new SignIn(page, services).open(address)
      return new WizardPage(page)
    })
  },
})

test('a location that two tabs complete at once is completed once', async ({
  sandbox,
  context,
  openTab,
}) => {
  const here = await openTab(context, places.configured)
  const there = await openTab(context, places.configured)
  for (const wizard of [here, there]) await wizard.completeConfigured()
  await here.submit.click()
  await expect(here.dialog).toContainText('Do you want to start a import?')
  await there.submit.click()
  await expect(there.dialog).toContainText('Deze locatie wordt al in een ander tabblad ingesteld.')
  await there.dialog.getByRole('button', { name: 'Sluiten' }).click()

  await here.dialog.getByRole('button', { name: 'Bevestigen' }).click()
  await here.page.waitForURL(`${sandbox.url}/customers`)
  expect(await sandbox.rows('imports')).toHaveLength(2)
  await there.submit.click()
  await expect(there.dialog).toContainText('Do you want to start a import?')
})
