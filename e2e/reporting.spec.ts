import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test as base } from './fixtures.ts'

/** Stands in for the error-reporting service and keeps what it is sent. */
const test = base.extend<{ collector: { dsn: string; reports: string[] } }>({
  collector: async ({}, use) => {
    const reports: string[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (part: string) => (body += part))
      request.on('end', () => {
        if (request.method === 'POST') reports.push(body)
        response.writeHead(200, {
          'access-control-allow-origin': '*',
          'access-control-allow-headers': '*',
        })
        response.end('{}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await use({ dsn: `http://public@127.0.0.1:${port}/1`, reports })
    server.closeAllConnections()
    server.close()
  },
})

test.use({ expectedErrors: /went wrong/ })

test('an error is reported, without anything personal', async ({
  page,
  signIn,
  connect,
  services,
  collector,
}) => {
  const portal = await services.portalWith({
    PORTAL_SENTRY_DSN: collector.dsn,
    PORTAL_SENTRY_ENVIRONMENT: 'test',
  })
  const loaded = page.waitForResponse((response) => /sentry/i.test(response.url()))
  await signIn.through(`${portal}/connect?reseller=shop-7`)
  await loaded
  await connect.choose('Oefenmarkt West (DE)', 'Markthal')
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('went wrong for zoe@example.test at /wizard?administration=1004')
    })
  })
  await expect.poll(() => collector.reports.join('')).toContain('went wrong for')
  await expect
    .poll(() => collector.reports.join(''), { timeout: 20_000 })
    .toContain('replay_recording')

  const sent = collector.reports.join('\n')
  expect(sent).toContain('went wrong for [mail] at /wizard')
  for (const secret of ['zoe@', 'administration=', 'reseller=', 'code=', 'Bearer', 'Markthal']) {
    expect(sent).not.toContain(secret)
  }
})

test.describe('the callback page', () => {
  test.use({ expectedErrors: /went wrong|ERR_FAILED/ })

  test('reports its errors as well', async ({ page, signIn, services, collector }) => {
    const portal = await services.portalWith({ PORTAL_SENTRY_DSN: collector.dsn })
    await page.route('**/protocol/openid-connect/token', (route) => route.abort())
    await page.goto(`${portal}/connect`)
    await signIn.as('reseller')
    await expect(page.getByRole('alert')).toContainText('non authenticated')
    expect(new URL(page.url()).pathname).toBe('/callback')
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('went wrong at /callback?code=secret')
      })
    })
    await expect.poll(() => collector.reports.join('')).toContain('went wrong at')
    expect(collector.reports.join('')).not.toContain('code=')
  })
})
