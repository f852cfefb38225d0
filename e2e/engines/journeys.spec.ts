import { writeFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { customerCsv } from '../pages/boarding-list.ts'
import { wizardAddresses } from '../pages/wizard.ts'
import { test as base } from '../services.ts'
import { launchFirefox, openFirefox } from './firefox.ts'
import { startErrorReportingPortal } from './error-reporting-portal.ts'
import { startWebkit } from './webkit.ts'
import { driverTimeout, type Browser, type Tab } from './driver.ts'

/**
 * Page on the same origin to navigate to and return from, so that WebKit restores the first page from its
 * cache.
 */
const elsewhere = '/nope'

const quoted = (text: string) => `"${text}"`
const isNamed = (name: string) => `normalize-space()=${quoted(name)}`
const button = (name: string) => `//*[self::button or self::a][${isNamed(name)}]`
const accountMenu = '//button[starts-with(normalize-space(), "Aangemeld als")]'
const heading = (name: string) => `//*[self::h1 or self::h2 or self::h3][${isNamed(name)}]`
const field = (label: string) =>
  `//input[@id=//label[starts-with(normalize-space(), ${quoted(label)})]/@for]`
const text = (words: string) => `//*[text()[contains(normalize-space(), ${quoted(words)})]]`
const option = (words: string) =>
  `//*[@role="option"][starts-with(normalize-space(), ${quoted(words)})]`

/** Drives a browser like a visitor and expects no horizontal scrolling. */
class Visitor {
  readonly tab: Tab
  private readonly portal: string

  constructor(tab: Tab, portal: string) {
    this.tab = tab
    this.portal = portal
  }

  async sees(...paths: readonly string[]): Promise<void> {
    for (const path of paths) await this.tab.waitFor(path)
    const beyond =
      'return document.documentElement.scrollWidth - document.documentElement.clientWidth'
    expect(await this.tab.run(beyond), `sideways, at ${paths.join()}`).toBeLessThanOrEqual(0)
  }

  async press(path: string): Promise<void> {
    await this.sees(path)
    await this.tab.press(path)
  }

  async signIn(address: string, account = 'reseller'): Promise<void> {
    await this.tab.open(this.portal + address)
    await this.press(`//button[contains(., "${account}@koppelpunt.test")]`)
    await this.sees(accountMenu)
  }

  async isAt(address: string): Promise<void> {
    await expect.poll(() => this.tab.address(), { timeout: driverTimeout }).toContain(address)
  }

  async fill(texts: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, filledIn] of Object.entries(texts)) {
      await this.sees(field(label))
      await this.tab.type(field(label), filledIn)
    }
  }

  valueOf(label: string): Promise<unknown> {
    const found = `document.evaluate('${field(label)}', document, null, 9).singleNodeValue`
    return this.tab.run(`return ${found}.value`)
  }

  async choose(label: string, name: string): Promise<void> {
    await this.press(field(label))
    await this.press(option(name))
  }
}

interface Fixtures {
  portal: Awaited<ReturnType<typeof startErrorReportingPortal>>
  started: Browser
  visitor: Visitor
}

const test = base.extend<Fixtures, { start: () => Promise<Browser> }>({
  start: [
    async ({}, use, { project }) => {
      const firefox = project.name === 'firefox' ? await launchFirefox() : null
      await use(() => (firefox ? openFirefox(firefox) : startWebkit()))
      await firefox?.close()
    },
    { scope: 'worker' },
  ],
  portal: async ({ services }, use) => {
    const portal = await startErrorReportingPortal(services.portal)
    await use(portal)
    await portal.close()
  },
  started: async ({ start }, use) => {
    const browser = await start()
    await use(browser)
    await browser.close()
  },
  visitor: async ({ started, portal }, use) => {
    await use(new Visitor(started.tab, portal.url))
    expect(portal.problems()).toEqual([])
  },
})

test('collects the console errors, exceptions and policy violations of a page', async ({
  started,
  portal,
}) => {
  await started.tab.open(portal.url + elsewhere)
  await started.tab.run(`
    console.error('planted for the console')
    setTimeout(() => { throw new Error('planted and thrown') })
    document.body.append(Object.assign(new Image(), { src: 'https://blocked.test/planted.png' }))
  `)
  for (const planted of [/for the console/, /and thrown/, /blocked\.test/]) {
    await expect.poll(() => portal.problems().join('\n')).toMatch(planted)
  }
})

test('goes from connect to the customer portal', async ({ visitor }) => {
  await visitor.signIn('/connect')
  await visitor.choose('Administratie', 'Oefenmarkt West (DE)')
  await visitor.choose('Locatie', 'Webshop')
  await visitor.press(button('Versturen'))
  await visitor.press(button('Activeren'))
  await visitor.press(button('Zo doen'))
  await visitor.sees(heading('Samenvatting'))
  await visitor.press(button('Voltooien'))
  await visitor.press(button('Bevestigen en importeren'))
  await visitor.isAt('/customers')
})

test('adds a customer, activates the coupling and returns to the wizard', async ({ visitor }) => {
  await visitor.signIn('/boarding')
  await visitor.fill({ Naam: 'Winkelier Test', Email: 'nieuw@zaak.test' })
  await visitor.press(button('Volgende'))
  // Leaving the focused empty field shows its error.
  await visitor.press(field('Bedrijfsnaam'))
  await visitor.press(button('Volgende'))
  await visitor.sees('//label[contains(., "Keten")]')
  await visitor.press(button('Terug'))
  await visitor.fill({ Bedrijfsnaam: 'Nieuwe Zaak', 'Locatie Naam': 'Hoofdwinkel' })
  await visitor.press(button('Volgende'))
  await visitor.press('//label[contains(., "Keten")]')
  await visitor.press(button('Versturen'))
  await visitor.press(button('Activeren'))
  await visitor.isAt('/wizard?')
  await visitor.sees(text('Gekoppeld'), text('Nieuwe Zaak'), heading('SnelStart'))
})

test('restores a half-filled wizard after a reload and after Back', async ({ visitor, portal }) => {
  await visitor.signIn(`${wizardAddresses.web}&step=unknown_relation`)
  await visitor.fill({ Relatiecode: '100' })
  await visitor.sees(text('Deze relatie bestaat in SnelStart'))
  await visitor.tab.reload()
  await visitor.sees(text('Wat u eerder hebt ingevuld'), text('Deze relatie bestaat in SnelStart'))
  await visitor.tab.open(portal.url + elsewhere)
  await visitor.tab.back()
  await visitor.sees(text('Deze relatie bestaat in SnelStart'))
  expect(await visitor.valueOf('Relatiecode')).toBe('100')
})

test("a sign-out hides the user's data in another tab and on a cached page", async ({
  visitor,
  portal,
}) => {
  await visitor.signIn('/connect')
  const [signedOutTab, other] = [
    new Visitor(await visitor.tab.another(), portal.url),
    new Visitor(await visitor.tab.another(), portal.url),
  ]
  await signedOutTab.tab.open(`${portal.url}/connect`)
  await signedOutTab.sees(text('Reseller Oefenaccount'))
  await signedOutTab.tab.open(portal.url + elsewhere)
  await other.tab.open(`${portal.url}/connect`)
  await other.press(accountMenu)
  await other.press(button('Afmelden'))
  await other.sees(heading('Inloggen'))
  await visitor.sees(text('U hebt zich in een ander tabblad afgemeld.'))
  await signedOutTab.tab.back()
  await signedOutTab.sees(text('U hebt zich in een ander tabblad afgemeld.'))
  for (const each of [visitor, signedOutTab]) {
    expect(await each.tab.run('return document.body.innerText')).not.toContain('Oefenaccount')
  }
})

test('adds a list of customers', async ({ visitor }, info) => {
  const file = info.outputPath('klanten.csv')
  await writeFile(file, customerCsv(2))
  await visitor.signIn('/boarding/list')
  await visitor.sees(heading('Lijst inladen'))
  await visitor.tab.attach('//input[@type="file"]', file)
  await visitor.press(button('2 klanten aanmelden'))
  await visitor.press(button('Bevestigen'))
  await visitor.sees(text('De lijst is klaar.'))
})
