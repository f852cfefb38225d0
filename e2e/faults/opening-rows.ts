import { expect } from '@playwright/test'
import { places } from '../pages/wizard.ts'
import { inPage, type Row, type Scene, type Told } from './scene.ts'

const common: Omit<Row, 'told'> = {
  before: async (scene) => {
    await scene.open(`${places.configured}&step=unknown_relation`)
    // What is there replaces the selection of what is typed over it, if it comes in between.
    await expect(scene.wizard.relationCode).toHaveValue('-2')
    await scene.wizard.relationCode.fill('100')
    await scene.page.getByText('Oefenklant op rekening').waitFor()
  },
  act: ({ page }) => page.reload(),
  typed: (scene) => [[scene.field('unknown_relation.code'), '100']],
  hidesForm: true,
  end: async (scene) => {
    await scene.shows('De koppeling is bevestigd.')
    await scene.page.getByText('Oefenklant op rekening').waitFor()
  },
}

const failed = inPage('De gegevens van de koppeling konden niet worden geladen.')

/** Says what is not there, and leads to where one begins; the link works once it is. */
const unknown = (text: string): Told => ({
  says: [text, 'Bestaande administratie koppelen'],
  hasNoReason: true,
  at: ({ failure }) => failure,
  again: ({ page }) => page.reload(),
})

/** Goes on by itself. */
const waits: Told = {
  says: ['Wachten op SnelStart', 'Deze pagina kijkt een paar minuten lang'],
  hasNoReason: true,
  at: ({ page }) => page.getByRole('main'),
  again: () => Promise.resolve(),
}

const couple = ({ sandbox }: Scene) =>
  sandbox.connectKey({ administration_id: 1001, location_id: 2001 })

/** A look at a coupling that is not there yet. */
const look: Omit<Row, 'told'> = {
  when: 'while it waits',
  before: async (scene) => {
    await scene.open('/wizard?administration=1001&location=2001')
    await scene.shows('Wachten op SnelStart')
  },
  act: () => Promise.resolve(),
  typed: () => [],
  end: (scene) => scene.shows('De koppeling is bevestigd.'),
}

export const openingRows = {
  getAdministration: { ...common, told: failed },
  getLocation: { ...common, told: unknown('De locatie in de link bestaat niet.'), fault: '404' },
  getCompanySettings: [
    { ...common, when: 'as it opens', told: waits, fault: '404' },
    // One that fails is another look later.
    { ...look, told: { ...waits, again: couple } },
    {
      ...look,
      told: {
        ...failed,
        again: async (scene) => {
          await couple(scene)
          await scene.retry()
        },
      },
      fault: '403',
    },
  ],
  findRegistration: { ...common, told: null },
  listOrderTemplates: {
    ...common,
    before: async (scene) => {
      await scene.open(places.desktop)
      await scene.wizard.chooseDesktop()
    },
    typed: ({ wizard }) => [[wizard.application('Snelstart 12'), true]],
    told: inPage('De ordersjablonen konden niet worden geladen.'),
    end: async ({ wizard }) => {
      const chosen = wizard.template('Standaard ordersjabloon').locator('option:checked')
      await expect(chosen).toHaveText('Standaard verkooporder')
    },
  },
} satisfies Record<string, Row | readonly Row[]>
