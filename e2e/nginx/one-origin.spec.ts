import { realmPath } from '../../sandbox/portal-environment.ts'
import type { SandboxControl } from '../../test/sandbox.ts'
import { couple, setUpDesktopWithStock } from '../journeys.ts'
import { expect, test } from './fixtures.ts'

/** Signing in stays on the provider's own origin; nobody else may be asked beforehand. */
async function expectNoPreflights(sandbox: SandboxControl): Promise<void> {
  const preflights = await sandbox.preflights()
  expect(preflights.filter((call) => !call.includes(realmPath))).toEqual([])
}

test('a coupling and its whole set-up ask nobody beforehand', async ({
  page,
  signIn,
  connect,
  activation,
  wizard,
  services: { sandbox },
}) => {
  await couple({ signIn, connect, activation }, 'Oefenbakkerij Zuid (NL)', 'Bakkerij Zuid')
  await expect(page).toHaveURL('/wizard?administration=1002&location=2002')
  await setUpDesktopWithStock(wizard, sandbox)

  await expectNoPreflights(sandbox)
  const requests = await sandbox.requests()
  const to = (service: RegExp) => requests.filter(({ path }) => service.test(path))
  const named = (service: RegExp) => to(service).map(({ headers }) => headers.host?.split(':')[0])
  expect(named(/^\/api\//)).toContain('api.example.nl')
  expect(named(/^\/flags$/)).toContain('unleash.example.nl')
  expect(new Set(to(/^\/api\//).map(({ headers }) => headers['x-forwarded-host']))).toEqual(
    new Set(['localhost']),
  )
})

test('nor does boarding, which looks a user up', async ({
  page,
  signIn,
  boarding,
  activation,
  services: { sandbox },
}) => {
  await sandbox.changeSettings({ userAppearance: 0 })
  await signIn.open('/boarding')
  await boarding.fillIn()
  await boarding.submit.click()
  await activation.button.click()
  await expect(page.getByText('Gekoppeld', { exact: true })).toBeVisible()
  await expectNoPreflights(sandbox)
  const looked = (await sandbox.requests()).filter(({ path }) => path.endsWith('/users'))
  expect(looked.map(({ query }) => query)).toEqual([{ username: 'nieuw@zaak.test', exact: 'true' }])
})
