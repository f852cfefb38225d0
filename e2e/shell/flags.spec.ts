import { expect, test } from '../fixtures.ts'

test.use({ expectedErrors: /Unleash|status of 500/ })

test('opens the screen automatically once the feature flags load without an error', async ({
  open,
  sandbox,
  services,
}) => {
  const portal = await services.portalWith({ PORTAL_FLAGS_REFRESH_SECONDS: '1' })
  const fault = { kind: 'status', status: 500 } as const
  await sandbox.injectFault({ method: 'GET', path: '/flags', fault })
  const { page, connect } = await open(`${portal}/en/connect?reseller=7`)
  await expect(page.locator('#shell-error')).toHaveText(/^Error: /)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(connect.administration).toHaveCount(0)
  await sandbox.clearFaults()
  await expect(connect.administration).toBeVisible()
  await expect(page.locator('#shell-failed')).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL(`${portal}/en/connect?reseller=7`)
  await expect(page).toHaveTitle(/^Connect/)
})
