import { expect } from '@playwright/test'
import { places } from '../pages/wizard.ts'
import type { Row, Scene, Told } from './scene.ts'

const recent = ({ page }: Scene) => page.getByRole('region', { name: 'Onlangs' })
const follow = (scene: Scene) => recent(scene).getByRole('link').click()

const place = 'Oefenslijterij Compleet (BE), Slijterij'

/** The wizard of the place that was worked on. */
const atWizard = ({ page }: Scene) => page.getByText('De koppeling is bevestigd.').waitFor()

const shown = (...says: readonly string[]): Told => ({
  says,
  hasNoReason: true,
  at: recent,
  again: follow,
})

/** What answers that it is not there is left out, and is there again when it is. */
const leftOut: Told = {
  says: ['Waar wilt u mee beginnen?'],
  hasNoReason: true,
  at: ({ page }) => page.getByRole('main'),
  again: async (scene) => {
    await expect(recent(scene)).toBeHidden()
    await scene.page.reload()
    await follow(scene)
  },
}

const common: Omit<Row, 'told'> = {
  before: async (scene) => {
    await scene.open(places.configured)
    await atWizard(scene)
  },
  act: ({ page, portal }) => page.goto(portal),
  typed: () => [],
  end: atWizard,
}

export const homeRows = {
  getAdministration: { ...common, told: shown('Administratie 1006, locatie 2007', 'gekoppeld') },
  getLocation: { ...common, told: leftOut, fault: '404' },
  getCompanySettings: [
    { ...common, told: shown(place, 'nu niet na te gaan') },
    { ...common, told: shown(place, 'wacht op goedkeuring'), fault: '404' },
  ],
} satisfies Record<string, Row | readonly Row[]>
