import { expect } from '@playwright/test'
import { places } from '../pages/wizard.ts'
import { only, type Row, type Rows, type Scene, type Told } from './row.ts'

const recent = ({ page }: Scene) => page.getByRole('region', { name: 'Onlangs' })

/** The wizard of the place that was worked on. */
const atWizard = ({ page }: Scene) => page.getByText('De koppeling is bevestigd.').waitFor()

async function follow(scene: Scene): Promise<void> {
  await recent(scene).getByRole('link').click()
}

const shown = (...texts: readonly string[]): Told => ({
  texts: only(...texts),
  at: recent,
  again: follow,
})

/** What answers that it is not there is left out, and is there again when it is. */
const leftOut: Told = {
  texts: only('Waar wilt u mee beginnen?'),
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
  endUnharmed: async (scene) => {
    await expect(recent(scene)).toContainText(/Oefenslijterij Compleet.*, Slijterij gekoppeld/)
    await follow(scene)
    await atWizard(scene)
  },
  rows: async (sandbox) => ({ keys: (await sandbox.rows('keys')).length }),
  made: { keys: 3 },
}

const named: Row = {
  ...common,
  told: shown('Administratie 1006, locatie 2007', 'gekoppeld'),
  meanings: { '404': leftOut },
}

const waiting = shown('Oefenslijterij Compleet (BE), Slijterij', 'wacht op goedkeuring')

export const homeRows = {
  getAdministration: named,
  getLocation: named,
  getCompanySettings: {
    ...common,
    told: shown('Oefenslijterij Compleet (BE), Slijterij', 'nu niet na te gaan'),
    meanings: { '404': waiting, '409': waiting },
  },
} satisfies Rows
