import { expect } from '@playwright/test'
import { PageObject } from './page.ts'

const headings = 'Naam;Email;Bedrijfsnaam;KvK;Land;Website;Locatie Naam;Abonnement'

export class BoardingListPage extends PageObject {
  readonly table = this.page.getByRole('table')

  readonly read = this.page.getByRole('heading', { name: /ingeladen$/ })

  readonly status = this.page.getByRole('region', { name: /ingeladen$/ }).getByRole('status')

  tab(name: string) {
    return this.page.getByRole('group', { name: /ingeladen$/ }).getByRole('button', { name })
  }

  readonly refusal = this.page.getByRole('alert')

  cell(field: string, customer: number) {
    return this.page.getByLabel(`${field}, klant ${customer}`, { exact: true })
  }

  /** Presses the button that creates the customers, and confirms. */
  async board(count: number): Promise<void> {
    const button = { name: `${count} klanten aanmelden`, exact: true }
    await this.page.getByRole('button', button).click()
    const dialog = this.page.getByRole('alertdialog', { name: `${count} accounts aanmaken?` })
    await dialog.getByRole('button', { name: 'Bevestigen' }).click()
  }

  async drop(...texts: string[]): Promise<void> {
    const dataTransfer = await this.page.evaluateHandle((contents) => {
      const dropped = new DataTransfer()
      for (const each of contents) dropped.items.add(new File([each], 'klanten.csv'))
      return dropped
    }, texts)
    const heading = this.page.getByRole('heading', { level: 1 })
    // The drop area appears only after the page script has loaded.
    await expect(async () => {
      await heading.dispatchEvent('dragover', { dataTransfer })
      await expect(this.page.locator('[data-over="true"]')).toBeVisible({ timeout: 500 })
    }).toPass()
    await heading.dispatchEvent('drop', { dataTransfer })
  }

  async load(content: string | Buffer): Promise<void> {
    const buffer = typeof content === 'string' ? Buffer.from(content) : content
    const file = { name: 'klanten.csv', mimeType: 'text/csv', buffer }
    await this.page.getByLabel('CSV-bestand').setInputFiles(file)
  }
}

/**
 * Returns CSV text with valid customers.
 *
 * @param other cells that replace the default ones
 */
export function customerCsv(count: number, other: Readonly<Record<number, string>> = {}): string {
  const lines = Array.from(
    { length: count },
    (_, index) =>
      other[index + 1] ??
      `Klant ${index + 1};klant${index + 1}@zaak.test;Zaak ${index + 1};;NL;zaak${index + 1}.nl;Markt;Winkel`,
  )
  return [headings, ...lines].join('\r\n')
}
