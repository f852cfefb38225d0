import { expect, test } from '../fixtures.ts'

test.describe('flags that cannot be loaded', () => {
  test.use({ expectedErrors: /Unleash|status of (500|401)|ERR_|CORS/ })

  test('shows the problem and recovers after a retry', async ({ open, sandbox }) => {
    const fault = { kind: 'drop' } as const
    await sandbox.injectFault({ method: 'GET', path: '/flags', fault })
    const { page, connect } = await open('/connect')
    await expect(page.locator('#shell-error')).toHaveText('Error: De server is niet bereikbaar.')
    await expect(page.getByRole('alert')).toContainText('uw adblocker')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Deze pagina is nu niet beschikbaar')
    await expect(heading).toBeFocused()
    await expect(page).toHaveTitle('Deze pagina is nu niet beschikbaar – Koppelpunt')
    await expect(connect.administration).toHaveCount(0)
    const folded = page
      .getByRole('alert')
      .getByText(/De feature flags op .*\/flags zijn niet bereikbaar.*PORTAL_FLAGS_URL/)
    await expect(folded).toBeHidden()
    await page.getByRole('main').getByText('Details', { exact: true }).press('Enter')
    await expect(folded).toBeVisible()
    await sandbox.clearFaults()
    await page.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(connect.administration).toBeVisible()
    await expect(page).not.toHaveTitle(/niet beschikbaar/)
  })

  test('continues by itself once the flags are loaded', async ({ open, sandbox, services }) => {
    const portal = await services.portalWith({ PORTAL_FLAGS_REFRESH_SECONDS: '1' })
    const fault = { kind: 'status', status: 500 } as const
    await sandbox.injectFault({ method: 'GET', path: '/flags', fault })
    const { page, connect } = await open(`${portal}/en/connect?reseller=7`)
    await expect(page.locator('#shell-error')).toHaveText(/^Error: /)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await sandbox.clearFaults()
    await expect(connect.administration).toBeVisible()
    await expect(page.locator('#shell-failed')).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page).toHaveURL(`${portal}/en/connect?reseller=7`)
    await expect(page).toHaveTitle(/^Connect/)
  })
})
