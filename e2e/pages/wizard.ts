import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { PageObject } from './page.ts'

export const wizardAddresses = {
  /** Web administration without the relation for unknown customers. */
  web: '/wizard?administration=1005&location=2006',
  /** Desktop administration that was set up earlier, with stock management. */
  configured: '/wizard?administration=1006&location=2007',
  /** Desktop administration that was just coupled. */
  desktop: '/wizard?administration=1007&location=2008',
}

export type StepLabel =
  | 'SnelStart'
  | 'Voorraad'
  | 'Grootboekrekeningen'
  | 'Onbekende klant'
  | 'Import en synchronisatie'
  | 'Samenvatting'

/** Makes the browser refuse access to the clipboard. */
export async function denyClipboardAccess(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator.clipboard, 'writeText', {
      value: () => Promise.reject(new DOMException('not allowed', 'NotAllowedError')),
    })
  })
}

/** Returns the number of A4 sheets that the page prints on. */
export async function countPdfPages(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}

export class WizardPage extends PageObject {
  /** Next button, whose label differs on pages with recommended settings. */
  readonly next = this.page.getByRole('button', { name: /^(Volgende|Stap voor stap)$/ })
  readonly back = this.page.getByRole('button', { name: 'Terug', exact: true })
  readonly submit = this.page.getByRole('button', { name: 'Voltooien' })
  readonly dialog = this.page.getByRole('alertdialog')
  readonly lines = this.page.getByRole('region', { name: 'Voortgang van het opslaan' })

  line(name: 'Instellingen' | 'Grootboekrekeningen' | 'Relatie') {
    return this.lines.getByRole('listitem').filter({ hasText: new RegExp(`^${name}`) })
  }

  readonly errorSummary = this.page.getByRole('group', {
    name: 'Sorry, niet alle velden zijn correct ingevuld.',
  })

  tab(name: StepLabel) {
    return this.page.getByRole('tab', { name: new RegExp(`^${name}`) })
  }

  row(name: string) {
    return this.page.locator('.summary-group dl > div').filter({
      has: this.page.getByText(name, { exact: true }),
    })
  }

  readonly relationCode = this.page.getByRole('textbox', { name: 'Relatiecode' })

  heading(name: string | RegExp) {
    return this.page.getByRole('heading', { name, level: 2 })
  }

  application(name: 'Snelstart 12' | 'Snelstart Web') {
    return this.page.getByRole('radio', { name })
  }

  template(
    name: 'Standaard ordersjabloon' | 'Ordersjabloon kassa (ECR)' | 'Ordersjabloon op rekening',
  ) {
    return this.page.getByRole('combobox', { name })
  }

  readonly stock = this.page.getByRole('switch', { name: 'Voorraadbeheer gebruiken' })

  ledger(name: string): Ledger {
    return new Ledger(
      this.page.getByRole('group', { name, exact: true }).and(this.page.locator('.ledger')),
    )
  }

  switch(name: string) {
    return this.page.getByRole('switch', { name })
  }

  async chooseDesktop(): Promise<void> {
    await this.page.getByText('Snelstart 12', { exact: true }).click()
    await this.template('Standaard ordersjabloon').selectOption('Standaard verkooporder')
  }

  async chooseStock(): Promise<void> {
    await this.stock.check()
    await this.template('Ordersjabloon kassa (ECR)').selectOption('Kassa-order (inclusief btw)')
    await this.template('Ordersjabloon op rekening').selectOption(
      'Order op rekening (exclusief btw)',
    )
  }

  readonly day = this.page.getByRole('region', { name: 'Voorbeelddag' })

  async unfoldDay(): Promise<void> {
    await this.day.locator('summary').click()
    await expect(this.ownAmounts).toBeVisible()
  }

  /** Switch that shows the example day as a picture or table. */
  readonly ownAmounts = this.day.getByRole('switch', { name: 'Eigen bedragen invullen' })

  /** Opens a step, through the list of steps on narrow screens. */
  async goTo(step: StepLabel): Promise<void> {
    await this.page.locator('form.steps').waitFor()
    const unfold = this.page.getByRole('button', { name: 'Alle stappen' })
    if (await unfold.isVisible()) await unfold.click()
    await this.tab(step).click()
    await expect(this.heading(step)).toBeFocused()
  }

  async unfoldSummary(): Promise<void> {
    const folds = this.page.locator('.summary-group:not(details *) details, .summary-rest')
    for (const fold of await folds.all()) await fold.locator('> summary').click()
  }

  async unfoldReportOnly(): Promise<void> {
    const part = this.page.locator('details', { hasText: 'Alleen voor het verslag' })
    if ((await part.getAttribute('open')) === null) await part.locator('summary').first().click()
  }

  /** Advances the clock until the wizard reports an unconfirmed coupling. */
  async waitInVain(): Promise<void> {
    const { page } = this
    await expect(page.getByRole('heading', { name: /^(Wachten op|Waiting for) / })).toBeVisible()
    const underWay = new Set<Request>()
    const end = (request: Request) => underWay.delete(request)
    page.on('request', (request) => {
      if (request.resourceType() === 'fetch') underWay.add(request)
    })
    page.on('requestfinished', end)
    page.on('requestfailed', end)
    const unconfirmed = page.getByRole('heading', {
      name: /heeft de koppeling nog niet bevestigd|has not confirmed the connection/,
    })
    // A longer step would make the page's pending calls time out.
    while (!(await unconfirmed.isVisible())) {
      await page.clock.runFor(5000)
      await expect.poll(() => underWay.size, { intervals: [20] }).toBe(0)
    }
  }

  /** Completes the wizard of a configured location, up to the summary. */
  async completeConfigured(): Promise<void> {
    await this.goTo('Grootboekrekeningen')
    await this.ledger('Contant').group.waitFor()
    await expect(this.page.getByText('Opzoeken...').filter({ visible: true })).toHaveCount(0)
    await this.goTo('Import en synchronisatie')
    await this.switch('Product voor openstaande facturen gebruiken').uncheck()
    await this.goTo('Samenvatting')
  }

  async submitConfigured(): Promise<void> {
    await this.completeConfigured()
    await this.submit.click()
  }

  /** Submits the wizard, answers the import question and awaits the report. */
  async finish(answer: 'Bevestigen' | 'Annuleren'): Promise<void> {
    await this.submit.click()
    await this.dialog.getByRole('button', { name: new RegExp(`^${answer}`) }).click()
    await expect(this.heading(/^De koppeling (?:staat|is bijgewerkt)$/)).toBeFocused()
  }

  async unfold(name: string): Promise<Ledger> {
    const ledger = this.ledger(name)
    await ledger.group.waitFor()
    if ((await ledger.toggle.getAttribute('aria-expanded')) === 'false') await ledger.toggle.click()
    await expect(ledger.number).toBeVisible()
    return ledger
  }

  /** Opens the question to the bookkeeper in the current step. */
  async askBookkeeper(): Promise<Locator> {
    await this.page.getByText('Vraag het uw boekhouder').filter({ visible: true }).click()
    const sheet = this.page.getByRole('region', { name: 'Kloppen deze grootboekrekeningen?' })
    await sheet.waitFor()
    return sheet
  }

  /** Button that creates missing ledgers and accepts existing ones. */
  readonly agree = this.page.getByRole('button', { name: /^Akkoord/ })

  /** Message that appears after accepting all ledgers. */
  readonly agreed = this.page.locator('.ledger-batch').getByRole('status').filter({ visible: true })

  readonly plan = this.page.getByRole('region', {
    name: /^(Aanbevolen instellingen|Keuzes van de vorige keer|Zoals u het hebt ingevuld)$/,
  })

  planned(name: string | RegExp) {
    return this.plan
      .getByRole('listitem')
      .filter({ has: this.page.locator('summary') })
      .filter({ hasText: name })
  }

  async view(name: string | RegExp): Promise<Locator> {
    const line = this.planned(name)
    await line.locator('summary').click()
    return line
  }

  readonly doPlan = this.plan.getByRole('button', { name: 'Zo doen' })

  /** Waits for the recommended settings and applies them. */
  async doAsPlanned(): Promise<void> {
    await expect(this.doPlan).toHaveAttribute('aria-disabled', 'false')
    await this.doPlan.click()
  }

  async settleLedgers(): Promise<void> {
    await this.agree.click()
    await expect(this.agreed).toContainText('geaccepteerd')
    await expect(this.agree).toBeHidden()
  }
}

class Ledger {
  readonly group: Locator

  constructor(group: Locator) {
    this.group = group
  }

  get number() {
    return this.group.getByRole('textbox', { name: /^Grootboekrekening/ })
  }

  get toggle() {
    return this.group.getByRole('button', { name: /^Wijzigen/ })
  }

  get accept() {
    return this.group.getByRole('button', { name: /^Accepteren/ })
  }

  get create() {
    return this.group.getByRole('button', { name: /^Aanmaken/ })
  }

  field(name: 'Omschrijving' | 'Functie' | 'Rubriek') {
    const role = name === 'Functie' ? 'combobox' : 'textbox'
    return this.group.getByRole(role, { name: new RegExp(`^${name}`) })
  }

  /** Shows a ledger's function, category and code. */
  async openDetails(): Promise<void> {
    await this.group.getByText('Voor uw boekhouder').click()
  }

  get search() {
    return this.group.getByRole('combobox', { name: 'Zoeken op nummer of naam' })
  }

  get state() {
    return this.group.locator('.ledger-state')
  }

  async type(number: string): Promise<void> {
    await this.number.press('ControlOrMeta+A')
    await this.number.pressSequentially(number, { delay: 30 })
  }

  async openSearch(): Promise<void> {
    await this.group.getByText('Bestaande grootboekrekening zoeken').click()
  }

  async says(text: string): Promise<void> {
    await this.group.getByText(text).first().waitFor()
  }
}
