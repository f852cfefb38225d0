import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** Has the page throw whenever it shows a text. Returns the way to mend that. */
async function throwAt(page: Page, text: string): Promise<() => Promise<unknown>> {
  await page.addInitScript((bad) => {
    const replace = Object.getOwnPropertyDescriptor(String.prototype, 'replace')
    const original = replace?.value as (...parameters: unknown[]) => unknown
    Object.defineProperty(String.prototype, 'replace', {
      ...replace,
      value(this: string, ...parameters: unknown[]): unknown {
        if (this.valueOf() === bad) throw new Error('A fault in the rendering')
        return Reflect.apply(original, this, parameters)
      },
    })
    addEventListener('mend', () => {
      Object.defineProperty(String.prototype, 'replace', replace ?? {})
    })
  }, text)
  return () => page.evaluate(() => dispatchEvent(new Event('mend')))
}

test.describe('a screen that throws while it renders', () => {
  test.use({ expectedErrors: /A fault in the rendering/ })

  test('says so, is reported, keeps what was filled in, and can be tried again', async ({
    page,
    signIn,
    boarding,
  }) => {
    const mend = await throwAt(page, 'Vul een geldig e-mailadres in.')
    const reported = page.waitForEvent('pageerror')
    await signIn.open('/boarding')
    await boarding.fullName.fill('Winkelier van Test')
    await boarding.username.fill('geen adres')
    await boarding.username.blur()

    const failure = page.getByRole('alert')
    await expect(failure).toContainText('Op dit scherm ging iets mis.')
    expect((await reported).message).toContain('A fault in the rendering')
    await mend()
    await failure.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(boarding.fullName).toHaveValue('Winkelier van Test')
    await expect(boarding.username).toHaveValue('geen adres')
    await boarding.username.fill('wel@adres.test')
    await boarding.next.click()
    await expect(boarding.companyName).toBeVisible()
  })

  test('does so as often as it throws, and leaves the rest of the page alone', async ({
    page,
    signIn,
  }) => {
    await throwAt(page, 'Administratie en locatie')
    await signIn.open('/connect')
    const failure = page.getByRole('alert')
    await failure.getByRole('button', { name: 'Opnieuw proberen' }).click()
    await expect(failure).toContainText('Op dit scherm ging iets mis.')
    await expect(page.getByRole('button', { name: 'Afmelden' })).toBeVisible()
  })
})
