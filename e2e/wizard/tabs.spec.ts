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

const ledgers = '/api/snelstart/journals/grootboeken'
const createAll = ({ page }: WizardPage) =>
  page.getByRole('tabpanel').getByRole('button', { name: '4 rekeningen aanmaken' })

test('missing ledgers that two tabs create at once are asked for once', async ({
  services,
  context,
  openTab,
}) => {
  const { sandbox } = services
  const address = `${places.web}&step=journals`
  const here = await openTab(context, address)
  const there = await openTab(context, address)
  await expect(createAll(here)).toBeVisible()
  await expect(createAll(there)).toBeVisible()
  const sent = async () =>
    (await sandbox.requests(ledgers)).filter(({ method }) => method === 'POST')

  const fault = { kind: 'delay', milliseconds: 2000 } as const
  await sandbox.injectFault({ method: 'POST', path: ledgers, fault })
  await createAll(here).click()
  await expect.poll(sent).toHaveLength(4)
  await createAll(there).click()
  const panel = there.page.getByRole('tabpanel')
  await expect(panel).toContainText('4 niet aangemaakt. De reden staat bij de rekening.')
  await expect(panel.getByRole('alert')).toHaveText(
    Array<RegExp>(4).fill(/^Een ander tabblad is met deze grootboekrekening bezig\./),
  )

  await expect(here.page.getByRole('tabpanel')).toContainText('4 aangemaakt.')
  await createAll(there).click()
  await expect(panel).toContainText('4 bestaan intussen al. Accepteer die waar dat nog nodig is.')
  await expect(panel.getByRole('alert')).toHaveCount(0)
  expect(await sent()).toHaveLength(4)
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
