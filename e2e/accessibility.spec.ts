import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function violations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(standards).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

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

test('every state of the connect screen', async ({ page, signIn, connect, world }) => {
  await world.sandbox.setFlag('dry_run', { enabled: true })
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

test('nothing is cut off on a narrow screen', async ({ page, signIn, connect }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn.open('/connect')
  await connect.administration.click()
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  expect(await width()).toBeLessThanOrEqual(320)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await width()).toBeLessThanOrEqual(320)
})

test.use({ expectedErrors: /status of 404 .*\/nope$/ })
