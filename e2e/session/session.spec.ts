import { realmPath } from '../../sandbox/portal-environment.ts'
import { expect, test } from '../fixtures.ts'
import { signOut } from '../pages/account.ts'
import { ConnectPage } from '../pages/connect.ts'

const tokenPath = `${realmPath}/protocol/openid-connect/token`
const elsewhere = 'U hebt zich in een ander tabblad afgemeld.'

test('a sign-out clears other tabs and cached pages', async ({ signInAt, sandbox, context }) => {
  const { page, signIn, connect } = await signInAt('/connect')
  await connect.choose('Oefenmarkt West (DE)', 'Markthal')
  const keptTab = await context.newPage()
  await keptTab.goto('/connect')
  await new ConnectPage(keptTab).choose('Oefenmarkt West (DE)', 'Markthal')
  await keptTab.goto(`${sandbox.url}/customers`)
  const other = await context.newPage()
  await other.goto('/connect')
  await signOut(other)
  await expect(page.getByRole('heading', { name: 'U bent afgemeld' })).toBeFocused()
  await expect(page.getByText('Reseller Oefenaccount')).toHaveCount(0)
  await expect(other.getByRole('heading', { name: 'Inloggen' })).toBeVisible()
  await keptTab.goBack()
  for (const each of [page, keptTab]) {
    await expect(each.getByRole('alert')).toContainText(elsewhere)
    expect(await each.content()).not.toContain('Markthal')
    const storage = await each.evaluate(() => JSON.stringify(sessionStorage))
    expect(storage).not.toMatch(/access_token|refresh_token|Markthal/)
  }
  await expect(page).toHaveURL('/connect')
  await page.getByRole('alert').getByRole('button', { name: 'Opnieuw aanmelden' }).click()
  await signIn.as('reseller')
  await expect(page).toHaveURL('/connect')
  await expect(connect.administration).toHaveValue('')
})

for (const minutes of [-5, 5]) {
  test(`the session works with a clock that is ${minutes} minutes off`, async ({
    page,
    signInAt,
    sandbox,
  }) => {
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
    const refused = (await sandbox.requests()).filter(({ status }) => status === 401)
    expect(refused).toEqual([])
  })
}
