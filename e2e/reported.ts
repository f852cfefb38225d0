import type { Page } from '@playwright/test'
import { accounts } from '../sandbox/accounts.ts'
import { reportingDsn } from '../sandbox/portal-environment.ts'
import type { ReceivedReport } from '../sandbox/reports.ts'
import type { SandboxControl } from '../test/sandbox.ts'
import { test as base, expect } from './fixtures.ts'
import { SignIn } from './pages/sign-in.ts'

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ6b2UifQ.c2lnbmF0dXJl'
const key = '2f1c7c50-6f0b-4e62-9a55-0e6f4f9d8a11'

/** A message with everything in it that a message should not have. */
const planted =
  `planted for Oefenmarkt, zoe@example.test, zoe%40example.test at wizard?administration=1004, ` +
  `/callback?code=secret#state, Bearer ${jwt}, ${jwt}, key ${key}, /api/serials/serial/1004, ` +
  `/snelstart/company/${key}, successUrl=https%3A%2F%2Fportal.test%2Fwizard%3Flocation%3D2005`

/** Of the practice data, of what tests fill in, and of the planted message. */
const personal: readonly (RegExp | string)[] = [
  ...accounts.flatMap(({ id, email, name, lastName }) => [id, email, name, lastName]),
  /\bOefen[a-z]+/,
  /Markthal|Slijterij|Winkelier|Nieuwe Zaak|Hoofdwinkel|zaak\.test|0123456[78]|zoe/,
  /\b(?:administration|location|reseller|code|state|session_state|referenceKey|successUrl)=/,
  /\b(?:100[1-7]|200[1-8])\b/,
  /[^\s"]+(?:@|%40)[^\s"]+\.[a-z]/,
  /eyJ[\w-]+\./,
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/,
]

/** All texts of a value, however deep, but for the portal's own style sheets. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return Object.entries(value).flatMap(([name, part]) =>
    name === '_cssText' ? [] : [name, ...textsOf(part)],
  )
}

/** What left the browser for the error-reporting service, a stand-in of which the sandbox has. */
class Reported {
  private readonly page: Page
  private readonly sandbox: SandboxControl

  constructor(page: Page, sandbox: SandboxControl) {
    this.page = page
    this.sandbox = sandbox
  }

  /** Has everything traced and recorded, in place of a share of page loads (§9). */
  async everything(): Promise<void> {
    await this.page.addInitScript(() => {
      Math.random = () => 0.01
    })
  }

  /**
   * An error nobody catches, once errors are reported at all: their code comes last. The page takes
   * itself for older than it is, since a recording of less than five seconds is kept back.
   */
  async throwOnPage(): Promise<void> {
    await this.page.waitForFunction(() => '__SENTRY__' in window)
    await this.page.evaluate((message) => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + 6000
      setTimeout(() => {
        throw new Error(message)
      })
    }, planted)
  }

  async ofType(type: string): Promise<ReceivedReport[]> {
    return (await this.sandbox.reports()).filter((report) => report.type === type)
  }

  /** Waits for reports of each of these types; then nothing that was reported names anybody. */
  async expectNothingPersonal(...types: string[]): Promise<void> {
    for (const type of types) {
      await expect.poll(() => this.ofType(type), `a report of type ${type}`).not.toEqual([])
    }
    const tokens = await this.page.evaluate(() =>
      Object.values(sessionStorage).flatMap((value) => String(value).match(/[\w.-]{40,}/g) ?? []),
    )
    const [administrations, locations] = await Promise.all([
      this.sandbox.rows('administrations'),
      this.sandbox.rows('locations'),
    ])
    const seeded = [...administrations, ...locations].flatMap(({ id, name }) =>
      [name, id].map((value) => new RegExp(`\\b${value}\\b`)),
    )
    const texts = textsOf(await this.sandbox.reports())
    const told = [...personal, ...seeded, ...tokens].flatMap((secret) => {
      const isTold = (text: string) =>
        typeof secret === 'string' ? text.includes(secret) : secret.test(text)
      return texts.filter(isTold).map((text) => `${String(secret)}: ${text.slice(0, 200)}`)
    })
    expect(told).toEqual([])
  }
}

/** As ever, with a portal that reports its errors to the sandbox. */
export const test = base.extend<{ reported: Reported }, { reportingPortal: string }>({
  reportingPortal: [
    async ({ services }, use) => {
      const dsn = reportingDsn(services.sandbox.url)
      await use(await services.portalWith({ PORTAL_SENTRY_DSN: dsn }))
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ reportingPortal }, use) => {
    await use(reportingPortal)
  },
  signIn: async ({ page, services, reportingPortal }, use) => {
    await use(new SignIn(page, { portal: reportingPortal, sandbox: services.sandbox }))
  },
  reported: async ({ page, services }, use) => {
    await use(new Reported(page, services.sandbox))
  },
})

export { expect }
