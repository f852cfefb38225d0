import type { Page } from '@playwright/test'
import type { TabPageObjects } from '../fixtures.ts'
import { denyClipboardAccess } from '../pages/wizard.ts'
import { expect, test } from '../reported.ts'
import { injectNetworkFault } from './network-fault.ts'

// Console errors of the requests that the tests make fail.
test.use({
  expectedErrors: /^Failed to load resource/,
  permissions: ['clipboard-read', 'clipboard-write'],
  locale: 'nl-NL',
})

const reference = /Referentie (?<reference>[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}), \d\d:\d\d/

interface ExpectedFailure {
  /** Expected texts of the error message above the reference, in order. */
  says: readonly string[]
  /** Expected lines on the clipboard after a click on the copy button. */
  copies: readonly (string | RegExp)[]
  at: (page: Page) => ReturnType<Page['locator']>
}

const inPage = (page: Page) => page.locator('[role=alert]:visible').first()
const inDialog = (page: Page) => page.getByRole('alertdialog')

const answered = 'De server antwoordde: Fault injected by the tests'
const call = (template: string, result: string) => [`Aanroep: ${template}`, `Uitkomst: ${result}`]

const failures: Readonly<
  Record<string, ExpectedFailure & { go: (screens: TabPageObjects) => Promise<unknown> }>
> = {
  'a write that is refused': {
    go: async ({ page, signIn, connect }) => {
      await signIn.open('/connect')
      await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
      await injectNetworkFault(
        page,
        { method: 'POST', path: '/api/snelstart/keys/unconnected' },
        '403',
      )
      await connect.submit.click()
    },
    at: inDialog,
    says: [
      'Koppelen is niet gelukt',
      'Oeps. something went wrong during creating location inside Koppelpunt.',
      answered,
      'Vraag Koppelpunt om hulp.',
      'Sluiten',
    ],
    copies: [
      ...call('POST /snelstart/keys/unconnected', 'status 403'),
      /^Idempotentiesleutel: [\w-]{36}$/,
      'Administratie: 1001',
      'Locatie: 2001',
    ],
  },
  'a page that does not start': {
    go: async ({ page, signIn }) => {
      await page.route('**/protocol/openid-connect/token', (route) => route.abort())
      await page.goto('/connect')
      await signIn.as('reseller')
    },
    at: inPage,
    says: [
      'non authenticated',
      'De aanmelddienst is niet bereikbaar.',
      'blijft bewaard',
      'Opnieuw proberen',
    ],
    copies: [
      'Wat: Aanmelden is niet gelukt',
      /^Reden: .*als web origin toestaan/,
      /^Pagina: http:.*\/callback$/,
    ],
  },
}

for (const [name, { go, at, says, copies }] of Object.entries(failures)) {
  test(`${name} shows an explanation, the next step and a text for the helpdesk`, async ({
    page,
    screens,
    reported,
  }) => {
    await go(screens)
    const failure = at(page)
    await expect(failure).toContainText(reference)
    for (const each of says) await expect(failure).toContainText(each)
    const shown = (await failure.textContent()) ?? ''
    says.reduce((from, each) => {
      expect(shown.indexOf(each, from), each).toBeGreaterThanOrEqual(from)
      return shown.indexOf(each, from) + each.length
    }, 0)
    const found = reference.exec(shown)?.groups?.reference

    const details = failure.getByText(`Koppelpunt, referentie ${found}`)
    await expect(details).toBeHidden()
    await failure.getByText('Details', { exact: true }).press('Enter')
    await expect(details).toBeVisible()
    await failure.getByRole('button', { name: 'Kopieer voor de helpdesk' }).click()
    await expect(failure.getByRole('status')).toHaveText('✓ Gekopieerd.')
    const text = await page.evaluate(() => navigator.clipboard.readText())
    expect(text).toBe(await details.textContent())
    const lines = text.split('\n')
    for (const each of [
      ...copies,
      /^Tijd: \d+-\d+-\d{4}.* \d\d?:\d\d:\d\d \S+ \(\d{4}-\d\d-\d\dT[\d:.]+Z\)$/,
      /^Versie: \S+ (?:hash-)?[\da-f]{12}$/,
      'Verbinding: online',
      'Taal: nl',
    ]) {
      if (typeof each === 'string') expect(lines).toContain(each)
      else expect(lines).toContainEqual(expect.stringMatching(each))
    }
    expect(text).not.toMatch(/\bzoe\b|zoë|reseller|Fault injected|oefen|zaak|@/i)

    await expect
      .poll(async () => JSON.stringify(await reported.ofType('event')))
      .toContain(`"reference":"${found}"`)
    await reported.expectNothingPersonal('event')
  })
}

test('selects the helpdesk text if the clipboard is blocked', async ({ page, signIn, sandbox }) => {
  await denyClipboardAccess(page)
  await sandbox.failNext('GET', '/api/serials/serial/list')
  await signIn.open('/en/connect')
  await inPage(page).getByText('Details', { exact: true }).click()
  await inPage(page).getByRole('button', { name: 'Copy for the helpdesk' }).click()
  const selected = () => page.evaluate(() => getSelection()?.toString() ?? '')
  await expect.poll(selected).toMatch(/^Koppelpunt, reference [^]*Language: en$/)
})
