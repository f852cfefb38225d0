import type { Page } from '@playwright/test'
import { realmPath } from '../../sandbox/portal-environment.ts'
import { expect, test } from '../fixtures.ts'
import { signOut } from '../pages/account.ts'

const tokenPath = `${realmPath}/protocol/openid-connect/token`
const elsewhere = 'U bent in een ander tabblad afgemeld.'

const hasTokens = (page: Page) =>
  page.evaluate(() => JSON.stringify(sessionStorage).includes('refresh_token'))

test.describe('signing out', () => {
  test('reaches the other tabs, and none signs in by itself', async ({ signInAt, context }) => {
    const { page, signIn, connect } = await signInAt('/connect')
    await connect.choose('Oefenmarkt West (DE)', 'Markthal')
    const other = await context.newPage()
    await other.goto('/connect')
    await signOut(other)
    const ended = page.getByRole('alert')
    await expect(ended).toContainText(elsewhere)
    await expect(page.getByRole('heading', { name: 'U bent afgemeld' })).toBeFocused()
    await expect(page.getByText('Reseller Oefenaccount')).toHaveCount(0)
    expect(await page.content()).not.toContain('Markthal')
    const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
    expect(await kept()).not.toMatch(/access_token|Markthal/)
    await expect(other.getByRole('heading', { name: 'Inloggen' })).toBeVisible()
    await expect(page).toHaveURL('/connect')
    await ended.getByRole('button', { name: 'Opnieuw aanmelden' }).click()
    await signIn.as('reseller')
    await expect(page).toHaveURL('/connect')
    await expect(connect.administration).toHaveValue('')
  })

  test('is found on the way back to a kept page', async ({ signInAt, sandbox, context }) => {
    const { page, connect } = await signInAt('/connect')
    await connect.choose('Oefenmarkt West (DE)', 'Markthal')
    await page.goto(`${sandbox.url}/customers`)
    const other = await context.newPage()
    await other.goto('/connect')
    await signOut(other)
    await expect(other.getByRole('heading', { name: 'Inloggen' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('alert')).toContainText(elsewhere)
    expect(await hasTokens(page)).toBe(false)
    expect(await page.content()).not.toContain('Markthal')
  })
})

for (const minutes of [-5, 5]) {
  test(`a clock ${minutes} minutes off does no harm`, async ({ page, signInAt, sandbox }) => {
    await page.addInitScript((ahead) => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + ahead
    }, minutes * 60_000)
    await sandbox.changeSettings({ accessTokenLifetime: 60 })
    const { connect } = await signInAt('/connect')
    await connect.choose('Oefenmarkt West (DE)', 'Markthal')
    const refreshes = async () => (await sandbox.requests(tokenPath)).length - 1
    expect(await refreshes()).toBe(0)
    await sandbox.changeSettings({ accessTokenLifetime: 20 })
    await page.reload()
    await expect(connect.location).toHaveValue('Markthal')
    await page.reload()
    await expect(connect.location).toHaveValue('Markthal')
    const refused = (await sandbox.requests()).filter(({ status }) => status === 401)
    expect(refused).toEqual([])
    await connect.submit.click()
    await expect(page.getByRole('button', { name: 'Activeren', exact: true })).toBeVisible()
  })
}
