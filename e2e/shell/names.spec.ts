import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** Names of a shop and a branch in a right-to-left script. */
const shop = '\u05d7\u05e0\u05d5\u05ea 7'
const branch = '\u05e1\u05e0\u05d9\u05e3 3'

/** Returns the parts of a text in their visual order, from left to right. */
function listInVisualOrder(element: Locator, parts: readonly string[]): Promise<string[]> {
  return element.evaluate((node, parts) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const found: { part: string; left: number }[] = []
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (const part of parts) {
        const start = text.textContent?.indexOf(part) ?? -1
        if (start < 0) continue
        const range = document.createRange()
        range.setStart(text, start)
        range.setEnd(text, start + part.length)
        const { left, top } = range.getBoundingClientRect()
        found.push({ part, left: left + top * 10_000 })
      }
    }
    return found.toSorted((one, other) => one.left - other.left).map(({ part }) => part)
  }, parts)
}

test('shows a right-to-left name before its description', async ({ open, sandbox }) => {
  const answers = {
    '/api/serials/serial/list': { id: 1006, name: shop, country_code: 'NL' },
    '/api/locations/location/list/all': { id: 2007, name: `${branch} (a)`, eco: true },
  }
  for (const [path, body] of Object.entries(answers)) {
    await sandbox.answer('GET', path, [body])
  }
  const { page, connect } = await open('/connect')
  await page.setViewportSize({ width: 1600, height: 900 })
  await connect.administration.click()
  await connect.option(`${shop} (NL)`).click()
  await connect.location.click()
  const option = page.getByRole('option').filter({ hasText: 'gekoppeld' })
  await expect(option).toBeVisible()
  const words = [branch, '(Eco)', 'gekoppeld']
  expect(await listInVisualOrder(option, words)).toEqual(words)
})
