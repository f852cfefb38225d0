import { expect } from '@playwright/test'
import { places } from '../pages/wizard.ts'
import { after, only, type Row, type Rows, type Scene, type Told } from './row.ts'

const nothingMade = {
  rows: () => Promise.resolve({}),
  made: {},
}

/** The ledger for cash, which nobody has made yet. */
const cash = ({ wizard }: Scene) => wizard.ledger('Contant')
const number = (scene: Scene) => scene.field('journals.cash')
const description = (scene: Scene) => scene.field('journals.cash.description')

async function describedLedger(scene: Scene): Promise<void> {
  await scene.open(`${places.desktop}&step=journals`)
  const ledger = await scene.wizard.unfold('Contant')
  await ledger.says('Grootboekrekening 2200 bestaat nog niet.')
  await description(scene).fill('Kas van de winkel')
}

/** There is none; Enter in its field looks once more. */
const missing = (text: string, field: string): Told => ({
  texts: only(text),
  at: ({ page }) => page.getByRole('tabpanel'),
  again: (scene) => scene.field(field).press('Enter'),
})

/** Something that the accounting package does not make: below the introduction stand its reasons. */
const notMade = (introduction: string, again: Told['again']): Told => ({
  texts: ({ text, reasons }) => (reasons === null ? [text] : [introduction, reasons]),
  at: ({ failure }) => failure,
  again,
})

const createLedger = (scene: Scene) => cash(scene).create.click()
const newRelation = 'unknown_relation.code'
const createRelation = ({ page }: Scene) =>
  page.getByRole('tabpanel').getByRole('button', { name: 'Aanmaken' }).click()

const emballage = ({ page }: Scene) => page.getByRole('group', { name: 'Emballage (statiegeld)' })
const emballageProduct = (scene: Scene) =>
  emballage(scene).getByRole('combobox', { name: /^Emballageproduct/ })
const product = 'import_and_sync.emballage.new_product'
const createProduct = (scene: Scene) =>
  emballage(scene)
    .getByRole('button', { name: /^Aanmaken/ })
    .click()

async function importStep(scene: Scene): Promise<void> {
  await scene.open(`${places.desktop}&step=import_and_sync`)
  await scene.wizard.switch('Relaties synchroniseren').check()
}

const synchronised = (scene: Scene) =>
  [[scene.field('import_and_sync.sync_settings.sync_relations'), true]] as const

const list = (text: string, step: Omit<Row, 'told' | 'rows' | 'made'>): Row => ({
  ...nothingMade,
  ...step,
  told: { texts: after(text), at: ({ failure }) => failure, again: (scene) => scene.retry() },
})

export const stepRows = {
  findLedger: {
    ...nothingMade,
    path: '/api/snelstart/journals/grootboeken/1300',
    before: describedLedger,
    act: (scene) => number(scene).fill('1300'),
    typed: (scene) => [[number(scene), '1300']],
    told: {
      texts: after('Het nummer kon niet worden opgezocht.'),
      at: ({ failure }) => failure,
      again: (scene) => scene.retry(),
    },
    meanings: { '404': missing('Grootboekrekening 1300 bestaat nog niet.', 'journals.cash') },
    end: (scene) => cash(scene).says('Grootboekrekening 1300 bestaat al.'),
  },
  createLedger: {
    before: describedLedger,
    act: createLedger,
    typed: (scene) => [
      [number(scene), '2200'],
      [description(scene), 'Kas van de winkel'],
    ],
    told: notMade('SnelStart maakt deze grootboekrekening niet aan:', createLedger),
    end: (scene) => expect(cash(scene).state).toContainText('Aangemaakt'),
    rows: async (sandbox) => ({
      ledgers: (await sandbox.rows('ledgers')).filter(
        (row) => row.administration_id === 1007 && row.nummer === '2200',
      ).length,
    }),
    made: { ledgers: 1 },
  },
  listLedgers: list('De grootboekrekeningen konden niet worden geladen.', {
    before: describedLedger,
    act: (scene) => cash(scene).openSearch(),
    typed: (scene) => [[description(scene), 'Kas van de winkel']],
    end: async (scene) => {
      await cash(scene).search.fill('1300')
      await scene.page.getByRole('option', { name: /^1300\b/ }).waitFor()
    },
  }),
  findRelations: {
    ...nothingMade,
    before: async (scene) => {
      await scene.open(`${places.desktop}&step=unknown_relation`)
      await scene.page.getByText('Klant onbekend').waitFor()
    },
    act: ({ wizard }) => wizard.relationCode.fill('100'),
    typed: (scene) => [[scene.field(newRelation), '100']],
    told: {
      texts: after('De relatiecode kon niet worden opgezocht.'),
      at: ({ failure }) => failure,
      again: (scene) => scene.retry(),
    },
    meanings: { '404': missing('Relatie 100 bestaat nog niet.', newRelation) },
    end: async ({ page }) => {
      await expect(page.getByText('Klant onbekend')).toBeHidden()
      await page.getByText('Deze relatie bestaat in SnelStart').waitFor()
    },
  },
  createRelation: {
    before: async (scene) => {
      await scene.open(`${places.web}&step=unknown_relation`)
      await scene.wizard.relationCode.fill('4711')
      await scene.page.getByText('Relatie 4711 bestaat nog niet.').waitFor()
    },
    act: createRelation,
    typed: (scene) => [[scene.field(newRelation), '4711']],
    told: notMade('SnelStart maakt deze relatie niet aan:', createRelation),
    end: ({ page }) => page.getByRole('status').getByText('Deze relatie is aangemaakt').waitFor(),
    rows: async (sandbox) => ({
      relations: (await sandbox.rows('relations')).filter(
        (row) => row.administration_id === 1005 && row.relatiecode === '4711',
      ).length,
    }),
    made: { relations: 1 },
  },
  listProducts: list('De producten konden niet worden geladen.', {
    before: importStep,
    act: ({ page }) => page.reload(),
    typed: synchronised,
    end: async (scene) => {
      await emballageProduct(scene).click()
      await scene.page.getByRole('option', { name: /^Oefenproduct statiegeld krat/ }).waitFor()
    },
  }),
  listRevenueGroups: list('De artikelomzetgroepen konden niet worden geladen.', {
    before: importStep,
    act: (scene) =>
      emballage(scene).getByRole('switch', { name: 'Nieuw product aanmaken' }).check(),
    typed: synchronised,
    end: (scene) => expect(emballage(scene).getByRole('option', { name: /^2\b/ })).toBeAttached(),
  }),
  createProduct: {
    before: async (scene) => {
      await importStep(scene)
      await emballage(scene).getByRole('switch', { name: 'Nieuw product aanmaken' }).check()
      await scene.field(`${product}.name`).fill('Krat')
      await scene.field(`${product}.sku_code`).fill('KRAT-1')
    },
    act: createProduct,
    typed: (scene) => [
      [scene.field(`${product}.name`), 'Krat'],
      [scene.field(`${product}.sku_code`), 'KRAT-1'],
    ],
    told: notMade('SnelStart maakt dit product niet aan:', createProduct),
    question: {
      text: 'Het product is misschien al aangemaakt.',
      when: 'nothing is found',
    },
    end: (scene) => expect(emballageProduct(scene)).toHaveValue('Krat (KRAT-1)'),
    rows: async (sandbox) => ({
      products: (await sandbox.rows('products')).filter(
        (row) => row.administration_id === 1007 && row.sku_code === 'KRAT-1',
      ).length,
    }),
    made: { products: 1 },
  },
} satisfies Rows
