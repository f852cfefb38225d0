import { expect, test } from '../fixtures.ts'
import { test as reportingTest } from '../reported.ts'

const expectedErrors = /Content Security Policy|requires 'Trusted|TrustedTypePolicy named/
test.use({ expectedErrors })
reportingTest.use({ expectedErrors })

test('a page from the cache keeps its content security policy', async ({ open }) => {
  const { page } = await open('/connect')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  // Id of the network request of a reload. The page itself only sees the cached response.
  let reloaded = ''
  const status = new Promise((resolve) => {
    browser.on('Network.requestWillBeSent', ({ requestId, type }) => {
      if (type === 'Document') reloaded = requestId
    })
    // Requests of the first page may still be running.
    browser.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => {
      if (requestId === reloaded) resolve(statusCode)
    })
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

test('scripts can neither write markup nor create a policy', async ({ open }) => {
  const { page } = await open('/connect')
  const thrown = await page.evaluate(() => {
    const nameOf = (attempt: () => unknown) => {
      try {
        attempt()
        return 'nothing'
      } catch (error) {
        return (error as Error).name
      }
    }
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => unknown }
    }
    return [
      nameOf(() => (document.body.innerHTML = '<b>foreign</b>')),
      nameOf(() => document.body.insertAdjacentHTML('beforeend', '<b>foreign</b>')),
      nameOf(() => new DOMParser().parseFromString('<b>foreign</b>', 'text/html')),
      nameOf(() => (document.createElement('script').src = '/assets/foreign.js')),
      nameOf(() => trustedTypes.createPolicy('default', {})),
    ]
  })
  expect(new Set(thrown)).toEqual(new Set(['TypeError']))
})

reportingTest(
  'browsers that know Reporting-Endpoints report violations of the policy',
  async ({ open }) => {
    const { page } = await open('/connect')
    // Browsers delay reports by a minute and send reports only over https.
    const browser = await page.context().newCDPSession(page)
    const queued = new Promise((resolve) => {
      browser.once('Network.reportingApiReportAdded', ({ report }) =>
        resolve([report.type, report.destination]),
      )
    })
    await browser.send('Network.enable')
    await browser.send('Network.enableReportingApi', { enable: true })
    await page.evaluate(() => fetch('https://elsewhere.test').catch(() => undefined))
    expect(await queued).toEqual(['csp-violation', 'policy'])
  },
)

reportingTest(
  'the address for other browsers accepts violations of the policy',
  async ({ request, reported }) => {
    const { 'content-security-policy': policy = '' } = (await request.get('/connect')).headers()
    const [, address = ''] = /; report-uri (\S+)$/.exec(policy) ?? []
    await request.post(address, {
      data: JSON.stringify({ 'csp-report': { 'effective-directive': 'connect-src' } }),
      headers: { 'content-type': 'application/csp-report' },
    })
    const [violation] = await reported.ofType('violation')
    expect(violation?.payload).toEqual({ 'csp-report': { 'effective-directive': 'connect-src' } })
  },
)
