import { test as base, expect } from '@playwright/test'
import { Activation } from './pages/activation.ts'
import { BoardingPage } from './pages/boarding.ts'
import { ConnectPage } from './pages/connect.ts'
import { WizardPage } from './pages/wizard.ts'
import { translatePages } from './translation.ts'

export interface PageObjects {
  connect: ConnectPage
  boarding: BoardingPage
  activation: Activation
  wizard: WizardPage
}

interface Fixtures extends PageObjects {
  /** Pattern of console errors that the test allows. */
  expectedErrors: RegExp
  /** True if the test simulates the browser's page translation. */
  isTranslated: boolean
  cleanConsole: undefined
}

/** Matches the console errors of expected 404 and 409 responses. */
const foundNothing = new RegExp(
  `status of (?:${[
    String.raw`404 .*/api/(?:registrations/registration\?|snelstart/journals/grootboeken/\d+\?|snelstart/relations\?(?:.*&)?relatiecode=)`,
    String.raw`(?:404|409) .*/api/snelstart/(?:company|company/info|salesorder/template)\?`,
  ].join('|')})`,
)

/** Returns an environment variable that the runner of a suite sets. */
export function readSuiteVariable(name: string): string {
  const value = process.env[name]
  if (value === undefined)
    throw new Error(`${name} is not set: run the suite by tools/test/main.ts`)
  return value
}

/** Base test that fails if a page logs an unexpected error. */
export const test = base.extend<Fixtures>({
  expectedErrors: [/^$/, { option: true }],
  isTranslated: [false, { option: true }],
  cleanConsole: [
    async ({ context, expectedErrors, isTranslated }, use) => {
      const stray: string[] = []
      const note = (text: string) => {
        if (!expectedErrors.test(text) && !foundNothing.test(text)) stray.push(text)
      }
      context.on('weberror', (error) => note(error.error().message))
      context.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} ${message.location().url}`)
      })
      if (isTranslated) await translatePages(context, note)
      await use(undefined)
      expect(stray).toEqual([])
    },
    { auto: true },
  ],
  connect: async ({ page }, use) => {
    await use(new ConnectPage(page))
  },
  boarding: async ({ page }, use) => {
    await use(new BoardingPage(page))
  },
  activation: async ({ page }, use) => {
    await use(new Activation(page))
  },
  wizard: async ({ page }, use) => {
    await use(new WizardPage(page))
  },
})

export { expect }
