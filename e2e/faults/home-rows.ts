import { expect } from '@playwright/test'
import { places } from '../pages/wizard.ts'
import type { Row, Scene, Told } from './scene.ts'

const place = 'Oefenslijterij Compleet (BE)'

const row = ({ page }: Scene) => page.getByRole('listitem').filter({ hasText: place })

/** The wizard of the place that was worked on. */
const atWizard = ({ page }: Scene) => page.getByText('De koppeling is bevestigd.').waitFor()

/** A row that says so, and what its button leads to once all is well. */
const inRow = (says: string, button: RegExp): Told => ({
  says: [place, says],
  hasNoReason: true,
  at: row,
  again: async (scene) => {
    await row(scene).getByRole('link', { name: button }).click()
  },
})

/** Asked for once more in its place. */
const askedAgain: Told = {
  ...inRow('Nu niet na te gaan', /^Opnieuw proberen/),
  again: async (scene) => {
    await row(scene)
      .getByRole('button', { name: /^Opnieuw proberen/ })
      .click()
    await row(scene)
      .getByRole('link', { name: /^Instellingen bekijken/ })
      .click()
  },
}

const common: Omit<Row, 'told'> = {
  // What was worked on last stands first, and so in sight.
  before: async (scene) => {
    await scene.open(places.configured)
    await atWizard(scene)
  },
  act: ({ page, portal }) => page.goto(portal),
  typed: () => [],
  end: atWizard,
}

export const homeRows = {
  listAdministrations: {
    ...common,
    told: {
      says: ['De administraties konden niet worden geladen.'],
      at: ({ page }) => page.locator('#home'),
      again: async (scene) => {
        await scene.retry()
        await expect(row(scene)).toBeVisible()
        await row(scene)
          .getByRole('link', { name: /^Instellingen bekijken/ })
          .click()
      },
    },
  },
  listLocations: { ...common, told: askedAgain },
  getCompanySettings: [
    { ...common, told: askedAgain },
    { ...common, told: inRow('Er is iets mis', /^Bekijken/), fault: '403' },
    { ...common, told: inRow('Wacht op goedkeuring', /^Controleren/), fault: '409' },
  ],
} satisfies Record<string, Row | readonly Row[]>
