import { expect } from '@playwright/test'
import type { SandboxControl } from '../../test/sandbox.ts'
import { Activation } from '../pages/activation.ts'
import { after, only, type Row, type Rows, type Scene, type Typed } from './row.ts'

const typed = ({ connect }: Scene): readonly Typed[] => [
  [connect.administration, 'Oefenwinkel Noord (NL)'],
  [connect.location, 'Winkel Noord'],
]

async function chosen({ connect, page }: Scene): Promise<void> {
  await connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await expect(page.getByRole('definition')).toHaveText(['1001', '2001'])
}

async function opened(scene: Scene): Promise<void> {
  await scene.open('/connect')
  await chosen(scene)
}

const atActivation = ({ page }: Scene) => new Activation(page).button('Activeren').waitFor()

async function submit(scene: Scene): Promise<void> {
  await scene.connect.submit.click()
  await atActivation(scene)
}

const keysOf = (location: number) => async (sandbox: SandboxControl) => ({
  keys: (await sandbox.rows('keys')).filter(
    (key) => key.location_id === location && key.connected_at === null,
  ).length,
})

const common = { typed, rows: keysOf(2001), made: { keys: 1 } }

/** A list that is fetched with the page. */
const list = (failed: string): Row => ({
  ...common,
  before: opened,
  act: ({ page }) => page.reload(),
  // Which list it is, and no more.
  told: {
    texts: only(failed),
    at: ({ failure }) => failure,
    again: (scene) => scene.retry(),
  },
  end: submit,
})

const coupled: Row = {
  ...common,
  before: async (scene) => {
    await scene.open('/connect')
    await scene.connect.administration.click()
    await scene.connect.option('Oefenkaashandel Gekoppeld (NL)').click()
    await scene.connect.location.click()
    await scene.connect.option('Kaashandel').click()
    await scene.shows('Deze locatie is al gekoppeld')
  },
  act: ({ page }) => page.reload(),
  typed: ({ connect }) => [
    [connect.administration, 'Oefenkaashandel Gekoppeld (NL)'],
    [connect.location, 'Kaashandel'],
  ],
  // What cannot be looked up is no reason to stop: the accounting package refuses what cannot be.
  told: null,
  end: submit,
  endUnharmed: async (scene) => {
    await scene.shows('Deze locatie is al gekoppeld')
    await scene.connect.submit.click()
    await scene.dialog.getByRole('button', { name: 'Nieuwe sleutel aanmaken' }).click()
    await atActivation(scene)
  },
  rows: keysOf(2008),
}

const key: Row = {
  ...common,
  before: opened,
  act: ({ connect }) => connect.submit.click(),
  told: {
    texts: after('Oeps. something went wrong during creating location inside Koppelpunt.'),
    at: ({ dialog }) => dialog,
    again: async (scene) => {
      await scene.answer('Sluiten')
      await scene.connect.submit.click()
    },
  },
  question: {
    text: 'Het is niet zeker of de vorige poging een sleutel heeft aangemaakt.',
    when: 'always',
    then: 'Koppelpunt gebruikt sleutel',
  },
  end: atActivation,
}

export const connectRows = {
  listAdministrations: list('De administraties konden niet worden geladen.'),
  listLocations: list('De locaties konden niet worden geladen.'),
  getCompanySettings: coupled,
  createUnconnectedKey: key,
} satisfies Rows
