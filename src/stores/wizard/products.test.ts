import { describe, expect } from 'vitest'
import { openWizard, readStoredRecords, listWizardWrites } from '../../../test/open-wizard.ts'
import { waitForDialog } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import { getListItems } from '../form/list.ts'

const path = '/api/snelstart/product'
const listPath = '/api/snelstart/product/list'
const crate = { name: 'Krat', sku_code: 'KRAT', revenue_group: null }
const notMade = { status: 'missing', error: null }

async function products(options: { header?: string; agrees?: (key: string) => boolean } = {}) {
  const opened = await openWizard(options)
  await sandbox.clearRequests()
  return { ...opened, ...opened.setup.products }
}

const rowsOf = async (code: string) =>
  (await readStoredRecords()).products.filter(({ sku_code: sku }) => sku === code)

describe('new product', () => {
  test('creates a product with its revenue group and adds the product to the list', async () => {
    const { products: list, create, $creations } = await products()
    await list.load()
    const product = await create('emballage_product', {
      name: ' Krat ',
      sku_code: ' KRAT ',
      revenue_group: '3',
    })
    expect(await listWizardWrites()).toStrictEqual([
      {
        call: 'POST /snelstart/product',
        body: { name: 'Krat', sku_code: 'KRAT', artikelomzetgroep: '3' },
      },
    ])
    const [sent] = await sandbox.requests(path)
    expect(sent).toMatchObject({
      query: { location: '2008' },
      headers: { administration: '1007' },
    })
    const [row] = await rowsOf('KRAT')
    expect(row).toMatchObject({ name: 'Krat', artikelomzetgroep: '3' })
    expect(product).toEqual({ id: row?.id, name: 'Krat', sku_code: 'KRAT' })
    expect(getListItems(list.$list.get()).at(-1)).toEqual(product)
    expect($creations.emballage_product.get()).toEqual(notMade)
  })

  test('creates a product without a revenue group', async () => {
    const { create } = await products()
    await create('paying_product', crate)
    expect((await listWizardWrites())[0]?.body).toStrictEqual({ name: 'Krat', sku_code: 'KRAT' })
  })

  test.each([
    { ...crate, name: ' ' },
    { ...crate, sku_code: '' },
  ])('sends no incomplete product (%o)', async (product) => {
    const { create, $creations } = await products()
    expect(await create('paying_product', product)).toBeNull()
    expect($creations.paying_product.get()).toEqual({
      status: 'missing',
      error: { message: { key: 'wizard:productIncomplete' }, reasons: [], isRefusal: false },
    })
    expect($creations.emballage_product.get()).toEqual(notMade)
    expect(await sandbox.requests()).toEqual([])
  })

  test('creates a product once after two clicks', async () => {
    const { create, $creations } = await products()
    const first = create('emballage_product', crate)
    expect($creations.emballage_product.get()).toEqual({ status: 'creating' })
    expect(await create('emballage_product', crate)).toBeNull()
    expect(await first).toMatchObject({ sku_code: 'KRAT' })
    expect(await listWizardWrites()).toHaveLength(1)
  })
})

test('lists a product once if its creation is retried after a lost response', async () => {
  const { create, setup } = await products({ header: '' })
  await sandbox.strikeNext('POST', path, { kind: 'lost' })
  await create('emballage_product', crate)
  await setup.products.products.load()
  await create('emballage_product', crate)
  const listed = getListItems(setup.products.products.$list.get())
  expect(listed.filter(({ sku_code: code }) => code === 'KRAT')).toHaveLength(1)
})

describe('new product without the idempotency header', () => {
  const two = ['een', 'twee'].map((id) => ({ id, name: 'Krat', sku_code: 'KRAT' }))

  async function createWithAnswers(body: unknown, header = '') {
    const opened = await products({ header })
    await sandbox.answer('GET', listPath, body)
    await sandbox.strikeNext('POST', path, { kind: 'answer', body: two[0] })
    const shown = waitForDialog(opened.portal)
    expect(await opened.create('emballage_product', crate)).toEqual(two[0])
    return { ...opened, shown }
  }

  test('reports a duplicate product', async () => {
    const other = { id: 'drie', name: 'Anders', sku_code: 'KRAT' }
    const { shown } = await createWithAnswers([...two, other])
    expect((await shown).detail).toEqual({
      key: 'wizard:productTwice',
      parameters: {
        name: 'Krat',
        code: 'KRAT',
        used: 'een',
        others: 'twee',
        provider: 'Koppelpunt',
      },
    })
  })

  test('lists a created product although a second creation was refused', async () => {
    const { products: list, create, $creations } = await products({ header: '' })
    await list.load()
    await sandbox.strikeNext('POST', path, { kind: 'doubled' })
    expect(await create('emballage_product', crate)).toBeNull()
    expect($creations.emballage_product.get()).toMatchObject({
      error: { message: { trace: { originals: 'Artikelcode KRAT bestaat al. (ART-0005)' } } },
    })
    expect(getListItems(list.$list.get()).map(({ sku_code: code }) => code)).toContain('KRAT')
  })

  test('does not look for duplicate products if the service supports idempotency keys', async () => {
    expect((await createWithAnswers(two, 'Idempotency-Key')).dialogs).toEqual([])
    expect(await sandbox.requests(listPath)).toEqual([])
  })
})
