import { expect } from '@playwright/test'
import { places } from '../pages/wizard.ts'
import { after, only, type Row, type Rows, type Scene, type Told, type Typed } from './row.ts'

const typed = (scene: Scene): readonly Typed[] => [[scene.field('unknown_relation.code'), '100']]

/** The configured wizard with another relation. */
async function changed(scene: Scene): Promise<void> {
  const { wizard, page } = scene
  await scene.open(`${places.configured}&step=unknown_relation`)
  await wizard.relationCode.fill('100')
  await page.getByText('Oefenklant op rekening').waitFor()
}

const whole = async (scene: Scene) => {
  await scene.shows('De koppeling is bevestigd.')
  await scene.page.getByText('Oefenklant op rekening').waitFor()
}

const common: Omit<Row, 'told'> = {
  before: changed,
  act: ({ page }) => page.reload(),
  typed,
  hidesForm: true,
  end: whole,
  rows: async (sandbox) => ({ keys: (await sandbox.rows('keys')).length }),
  made: { keys: 3 },
}

const failed: Told = {
  texts: after('De gegevens van de koppeling konden niet worden geladen.'),
  at: ({ failure }) => failure,
  again: (scene) => scene.retry(),
}

/** Says what is not there, and leads to where one begins; the link works once it is. */
const unknown = (text: string): Told => ({
  texts: only(text, 'Bestaande administratie koppelen'),
  at: ({ failure }) => failure,
  again: ({ page }) => page.reload(),
})

const waits: Told = {
  texts: only('Wachten op SnelStart', 'Deze pagina kijkt een paar minuten lang'),
  at: ({ page }) => page.getByRole('main'),
  // By itself.
  again: () => Promise.resolve(),
}

const coupled = ({ sandbox }: Scene) =>
  sandbox.connectKey({ administration_id: 1001, location_id: 2001 })

const confirmed = (scene: Scene) => scene.shows('De koppeling is bevestigd.')

/** A look at a coupling that is not there yet: one that fails is another look later. */
const look: Row = {
  when: 'while it waits',
  before: async (scene) => {
    await scene.open('/wizard?administration=1001&location=2001')
    await scene.shows('Wachten op SnelStart')
  },
  // By itself.
  act: () => Promise.resolve(),
  told: { ...waits, again: coupled },
  meanings: Object.fromEntries(
    (['401 always', '403'] as const).map((refused) => [
      refused,
      {
        ...failed,
        again: async (scene: Scene) => {
          await coupled(scene)
          await scene.retry()
        },
      },
    ]),
  ),
  typed: () => [],
  end: confirmed,
  endUnharmed: async (scene) => {
    await coupled(scene)
    await confirmed(scene)
  },
  rows: async (sandbox) => ({ keys: (await sandbox.rows('keys')).length }),
  made: { keys: 4 },
}

export const openingRows = {
  getAdministration: {
    ...common,
    told: failed,
    meanings: { '404': unknown('De administratie in de link bestaat niet.') },
  },
  getLocation: {
    ...common,
    told: failed,
    meanings: { '404': unknown('De locatie in de link bestaat niet.') },
  },
  getCompanySettings: [
    {
      ...common,
      when: 'as it opens',
      told: failed,
      meanings: { '404': waits, '409': waits },
    },
    look,
  ],
  getCompanyInfo: { ...common, told: failed },
  findRegistration: {
    ...common,
    told: null,
    merged: {
      'needed field missing': 'nothing was registered: the answer has no fields',
      'other fields missing': 'nothing was registered: the answer has no fields',
    },
  },
  listOrderTemplates: {
    ...common,
    before: async (scene) => {
      await scene.open(places.desktop)
      await scene.wizard.chooseDesktop()
    },
    typed: ({ wizard }) => [[wizard.application('Snelstart 12'), true]],
    told: {
      texts: after('De ordersjablonen konden niet worden geladen.'),
      at: ({ failure }) => failure,
      again: (scene) => scene.retry(),
    },
    end: async ({ wizard }) => {
      const chosen = wizard.template('Standaard ordersjabloon').locator('option:checked')
      await expect(chosen).toHaveText('Standaard verkooporder')
    },
  },
  getRelation: {
    ...common,
    before: async (scene) => {
      await scene.open(`${places.configured}&step=import_and_sync`)
      await scene.wizard.switch('Relaties synchroniseren').uncheck()
      await scene.wizard.goTo('Onbekende klant')
      await scene.page.getByText('Klant onbekend').waitFor()
    },
    // In another step, which the end looks at.
    typed: () => [],
    told: {
      texts: after('De relatiecode kon niet worden opgezocht.'),
      at: ({ failure }) => failure,
      again: (scene) => scene.retry(),
    },
    // It is looked up by the code that it has unless somebody changed that.
    meanings: { '404': 'nothing' },
    end: async ({ page, wizard }) => {
      await page.getByText('Deze relatie bestaat in SnelStart').waitFor()
      await wizard.goTo('Import en synchronisatie')
      await expect(wizard.switch('Relaties synchroniseren')).not.toBeChecked()
    },
  },
} satisfies Rows
