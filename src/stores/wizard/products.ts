import { atom } from 'nanostores'
import { getHttpStatus, MessageKeyError } from '../../lib/api/errors.ts'
import * as snelstart from '../../lib/accounting/snelstart/calls.ts'
import { encodePlace } from '../../lib/domain/place.ts'
import { productNames, type ProductPurpose } from '../../lib/accounting/snelstart/choices.ts'
import { createRecord } from '../../lib/accounting/snelstart/ledgers.ts'
import type { NewProduct } from '../../lib/accounting/snelstart/values.ts'
import { createListStore, getListItems } from '../form/list.ts'
import { getGateway } from '../gateway/gateway.ts'
import {
  createCreationError,
  creationInProgress,
  type CreationState,
  type WizardContext,
} from './item.ts'

export type ProductStore = ReturnType<typeof createProductStore>

/** Creates the store of the accounting package's products (§2, §7). */
export function createProductStore({ portal, place, draft, assertSameBook }: WizardContext) {
  const { environment } = portal
  const { call } = getGateway(portal)
  const fetchProducts = () => call(snelstart.listProducts, encodePlace(place))
  const products = createListStore(environment, 'products', fetchProducts)
  const $creations = createRecord(productNames, () =>
    atom<CreationState>({ status: 'missing', error: null }),
  )

  async function sendProduct(product: NewProduct) {
    const body = {
      name: product.name.trim(),
      sku_code: product.sku_code.trim(),
      ...(product.revenue_group !== null && { artikelomzetgroep: product.revenue_group }),
    }
    if (body.name === '' || body.sku_code === '')
      throw new MessageKeyError('wizard:productIncomplete')
    const parameters = { name: body.name, code: body.sku_code }
    await assertSameBook()
    const created = await getGateway(portal).write({
      name: `product:${place.administration.id}/${body.sku_code}`,
      endpoint: snelstart.createProduct,
      request: { ...encodePlace(place), body },
      findExisting: async () => {
        // The coupling may have changed while a question was open.
        await assertSameBook()
        return (await fetchProducts()).filter(({ sku_code: sku }) => String(sku) === body.sku_code)
      },
      question: {
        message: { key: 'wizard:productPerhapsMade' },
        detail: {
          key: 'wizard:productPerhapsMadeHelp',
          parameters: { ...parameters, administration: place.administration.name },
        },
      },
      onSuccess: ({ id }) => draft.keepCreated(id),
      duplicates: {
        isSame: (each) => each.name === body.name,
        detail: { key: 'wizard:productTwice', parameters },
      },
    })
    const listed = getListItems(products.$list.get())
    if (created && !listed.some(({ id }) => String(id) === String(created.id)))
      products.add(created)
    return created
  }

  return {
    products,
    revenueGroups: createListStore(environment, 'revenue groups', () =>
      call(snelstart.listRevenueGroups, encodePlace(place)),
    ),
    $creations,
    /** Creates the product, or sets `$creation` to the error. */
    create: async (purpose: ProductPurpose, product: NewProduct) => {
      const $creation = $creations[purpose]
      if ($creation.get().status === 'creating') return null
      $creation.set(creationInProgress)
      try {
        const created = await sendProduct(product)
        $creation.set({ status: 'missing', error: null })
        return created
      } catch (error) {
        $creation.set({
          status: 'missing',
          error: createCreationError(environment, error, { key: 'wizard:productRefused' }),
        })
        // The reloaded list contains the product that already exists.
        if (getHttpStatus(error) === 409) await products.reload()
        return null
      }
    },
  }
}
