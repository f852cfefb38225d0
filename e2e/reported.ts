import type { Page } from '@playwright/test'
import { accounts } from '../sandbox/accounts.ts'
import { createReportingDsn } from '../sandbox/portal-environment.ts'
import type { ReceivedReport } from '../sandbox/reports.ts'
import type { SandboxControl } from '../test/sandbox.ts'
import { test as base, expect } from './fixtures.ts'
import { SignIn } from './pages/sign-in.ts'

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ6b2UifQ.c2lnbmF0dXJl'
const key = '2f1c7c50-6f0b-4e62-9a55-0e6f4f9d8a11'

/** Error message that contains every kind of personal data. */
const planted =
  `planted for Oefenmarkt, zoe@example.test, zoe%40example.test at wizard?administration=1004, ` +
  `/callback?code=secret#state, Bearer ${jwt}, ${jwt}, key ${key}, /api/serials/serial/1004, ` +
  `/snelstart/company/${key}, successUrl=https%3A%2F%2Fportal.test%2Fwizard%3Flocation%3D2005`

/** Personal data that the practice data or the `planted` message contains. */
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

/** Returns all strings nested in a value, except style sheets. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return Object.entries(value).flatMap(([name, part]) =>
    name === '_cssText' ? [] : [name, ...textsOf(part)],
  )
}

/** Error reports that the sandbox received. */
class Reported {
  private readonly page: Page
  private readonly sandbox: SandboxControl

  constructor(page: Page, sandbox: SandboxControl) {
    this.page = page
    this.sandbox = sandbox
  }

  /** Traces and records every page load (§9, error reporting). */
  async everything(): Promise<void> {
    await this.page.addInitScript(() => {
      Math.random = () => 0.01
    })
  }

  /** Throws an uncaught error after moving the clock past the recording's minimum duration. */
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

  /** Waits for reports, and fails if they contain personal data. */
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
    const leaked = [...personal, ...seeded, ...tokens].flatMap((secret) => {
      const containsSecret = (text: string) =>
        typeof secret === 'string' ? text.includes(secret) : secret.test(text)
      return texts.filter(containsSecret).map((text) => `${String(secret)}: ${text.slice(0, 200)}`)
    })
    expect(leaked).toEqual([])
  }
}

/** Base test with a portal that sends reports to the sandbox. */
export const test = base.extend<{ reported: Reported }, { reportingPortal: string }>({
  reportingPortal: [
    async ({ services }, use) => {
      const dsn = createReportingDsn(services.sandbox.url)
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
