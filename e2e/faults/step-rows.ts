import { expect } from '@playwright/test'
import { places } from '../pages/wizard.ts'
import { inPage, type Go, type Row, type Scene, type Told } from './scene.ts'

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
  says: [text],
  hasNoReason: true,
  at: ({ page }) => page.getByRole('tabpanel'),
  again: (scene) => scene.field(field).press('Enter'),
})

/** Something that the accounting package does not make: below the introduction stand its reasons. */
const notMade = (introduction: string, again: Go): Told => ({
  says: [introduction, 'Fault injected by the tests'],
  hasNoReason: true,
  at: ({ failure }) => failure,
  again,
})

const createLedger = (scene: Scene) => cash(scene).create.click()
const relationCode = 'unknown_relation.code'
const createRelation = ({ page }: Scene) =>
  page.getByRole('tabpanel').getByRole('button', { name: 'Aanmaken' }).click()

const emballage = ({ page }: Scene) => page.getByRole('group', { name: 'Emballage (statiegeld)' })
const emballageProduct = (scene: Scene) =>
  emballage(scene).getByRole('combobox', { name: /^Emballageproduct/ })
const newProduct = (scene: Scene) =>
  emballage(scene).getByRole('switch', { name: 'Nieuw product aanmaken' })
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

const lookUp: Omit<Row, 'told'> = {
  path: '/api/snelstart/journals/grootboeken/1300',
  before: describedLedger,
  act: (scene) => number(scene).fill('1300'),
  typed: (scene) => [[number(scene), '1300']],
  end: async (scene) => {
    await cash(scene).says('Grootboekrekening 1300 bestaat al.')
    await expect(scene.page.locator('body')).not.toBeFocused()
  },
}

const creation: Omit<Row, 'told'> = {
  before: async (scene) => {
    await importStep(scene)
    await scene.wizard.unfoldReportOnly()
    await newProduct(scene).check()
    await scene.field(`${product}.name`).fill('Krat')
    await scene.field(`${product}.sku_code`).fill('KRAT-1')
  },
  act: createProduct,
  typed: (scene) => [
    [scene.field(`${product}.name`), 'Krat'],
    [scene.field(`${product}.sku_code`), 'KRAT-1'],
  ],
  end: (scene) => expect(emballageProduct(scene)).toHaveValue('Krat (KRAT-1)'),
}

export const stepRows = {
  findLedger: [
    { ...lookUp, told: inPage('Het nummer kon niet worden opgezocht.') },
    {
      ...lookUp,
      told: missing('Grootboekrekening 1300 bestaat nog niet.', 'journals.cash'),
      fault: '404',
    },
  ],
  createLedger: {
    before: describedLedger,
    act: createLedger,
    typed: (scene) => [
      [number(scene), '2200'],
      [description(scene), 'Kas van de winkel'],
    ],
    told: notMade('SnelStart maakt deze grootboekrekening niet aan:', createLedger),
    fault: '409',
    end: (scene) => expect(cash(scene).state).toContainText('Aangemaakt'),
  },
  listLedgers: {
    before: describedLedger,
    act: (scene) => cash(scene).openSearch(),
    typed: (scene) => [[description(scene), 'Kas van de winkel']],
    told: inPage('De grootboekrekeningen konden niet worden geladen.'),
    end: async (scene) => {
      await cash(scene).search.fill('1300')
      await scene.page.getByRole('option', { name: /^1300\b/ }).waitFor()
    },
  },
  findRelations: {
    before: async (scene) => {
      await scene.open(`${places.desktop}&step=unknown_relation`)
      await scene.page.getByText('Klant onbekend').waitFor()
    },
    act: ({ wizard }) => wizard.relationCode.fill('100'),
    typed: (scene) => [[scene.field(relationCode), '100']],
    told: inPage('De relatiecode kon niet worden opgezocht.'),
    fault: 'unreachable',
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
    typed: (scene) => [[scene.field(relationCode), '4711']],
    told: notMade('SnelStart maakt deze relatie niet aan:', createRelation),
    end: ({ page }) => expect(page.getByText('Deze relatie is aangemaakt')).toBeFocused(),
  },
  listProducts: {
    before: importStep,
    act: ({ wizard }) => wizard.unfoldReportOnly(),
    typed: synchronised,
    told: inPage('De producten konden niet worden geladen.'),
    end: async (scene) => {
      // A new sign-in begins with the page as it was before anything was answered.
      await scene.wizard.unfoldReportOnly()
      await emballageProduct(scene).click()
      await scene.page.getByRole('option', { name: /^Oefenproduct statiegeld krat/ }).waitFor()
    },
  },
  createProduct: [
    {
      ...creation,
      told: notMade('SnelStart maakt dit product niet aan:', createProduct),
      fault: '403',
    },
    {
      ...creation,
      told: { ...inPage(), again: createProduct },
      fault: 'unreachable',
      question: { text: 'Het product is misschien al aangemaakt.', answer: 'Bevestigen' },
    },
  ],
} satisfies Record<string, Row | readonly Row[]>
