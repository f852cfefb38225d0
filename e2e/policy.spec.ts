import { expect, test } from './fixtures.ts'

test.use({ expectedErrors: /Content Security Policy/ })

test('a page that is unchanged keeps the policy that it came with', async ({ page, signIn }) => {
  await signIn.open('/connect')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  // What came over the wire: a page only ever sees the answer that was kept.
  const status = new Promise((resolve) => {
    browser.once('Network.responseReceivedExtraInfo', ({ statusCode }) => resolve(statusCode))
  })
  await page.reload()
  expect(await status).toBe(304)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const blocked = await page.evaluate(async () => {
    const violation = new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        resolve(effectiveDirective),
      )
    })
    await fetch('https://elsewhere.test').catch(() => undefined)
    return violation
  })
  expect(blocked).toBe('connect-src')
})
