import { expect, test } from '../fixtures.ts'
import { places } from '../pages/wizard.ts'

const ledgersStep = `${places.desktop}&step=journals`

test('of 5,000 ledgers those that suit come first, and each is found', async ({
  open,
  sandbox,
}) => {
  await sandbox.reset({ ledgers: 5000 })
  const { page, wizard } = await open(ledgersStep)
  const row = await wizard.unfold('Kasverschillen')
  await row.openSearch()
  await row.search.press('ArrowDown')
  await expect(page.getByText('De eerste 1000 van 5013 worden getoond.')).toBeVisible()
  const options = page.getByRole('option')
  await expect(options.first()).toHaveText('4752 Kasverschillen')
  expect(await options.count()).toBeLessThan(25)
  await row.search.fill('15000')
  await expect(options).toHaveText(['15000 Oefenrekening 15000 let op'])
  await row.search.press('Enter')
  await expect(row.number).toHaveValue('15000')
})
