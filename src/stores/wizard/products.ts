import { computed, type ReadableAtom } from 'nanostores'
import type { Id } from '../../lib/api/endpoint.ts'
import { statusOf } from '../../lib/api/errors.ts'
import { listRevenueGroups, type RevenueGroup } from '../../lib/api/ledgers.ts'
import { createProduct, listProducts, type Product } from '../../lib/api/products.ts'
import type { Environment } from '../../lib/environment.ts'
import { ofPlace, type Place } from '../../lib/domain/place.ts'
import type { NewProduct } from '../../lib/domain/wizard-values.ts'
import type { Dialogs } from '../shell/dialogs.ts'
import { createList, itemsOf, type List } from '../form/list.ts'
import type { LiveGateway } from '../operations/gateway.ts'
import { createCreation, type CreationState } from './creation.ts'

/** What a product is for (§2): paying open invoices, or deposit packaging. */
export type ProductPurpose = 'open_invoices' | 'emballage'

export interface Products {
  products: List<Product>
  revenueGroups: List<RevenueGroup>
  $creations: ReadableAtom<Readonly<Record<ProductPurpose, CreationState>>>
  /** Makes a product. Null when it was not made, which the creation then says why. */
  create: (purpose: ProductPurpose, product: NewProduct) => Promise<Product | null>
}

interface Options {
  environment: Environment
  liveGateway: LiveGateway
  dialogs: Dialogs
  place: Place
  keepCreated: (id: Id) => void
}

/** Products of the accounting package to choose from, or to make (§2, §7). */
export function createProducts(options: Options): Products {
  const { environment, liveGateway, dialogs, place, keepCreated } = options
  const fetchProducts = () => liveGateway.call(listProducts, ofPlace(place))
  const products = createList(environment, 'products', fetchProducts)
  const refused = { key: 'wizard:productRefused' } as const
  const creations = { open_invoices: createCreation(refused), emballage: createCreation(refused) }

  async function make({ name, sku_code: code, artikelomzetgroep }: NewProduct) {
    const gateway = liveGateway.snapshot()
    const operation = `product:${place.administration.id}/${code.trim()}`
    const body = {
      name: name.trim(),
      sku_code: code.trim(),
      ...(artikelomzetgroep !== null && { artikelomzetgroep }),
    }
    const isOfCode = ({ sku_code: sku }: Product) => String(sku) === body.sku_code
    const parameters = { name: body.name, code: body.sku_code }
    const product = await gateway.runOnce({
      name: operation,
      forgetAfter: true,
      endpoint: createProduct,
      request: { ...ofPlace(place), body },
      lookUp: async () => (await fetchProducts()).find(isOfCode) ?? null,
      sendAgain: () =>
        dialogs.confirm({
          isRisky: true,
          message: { key: 'wizard:productPerhapsMade' },
          detail: {
            key: 'wizard:productPerhapsMadeHelp',
            parameters: { ...parameters, administration: place.administration.name },
          },
        }),
    })
    if (product === null) return null
    if (!gateway.isDryRun) {
      keepCreated(product.id)
    }
    const isListed = itemsOf(products.$list.get()).some(
      ({ id }) => String(id) === String(product.id),
    )
    if (!isListed) products.add(product)
    await gateway.tellTwins({
      find: async () =>
        (await fetchProducts())
          .filter((each) => isOfCode(each) && each.name === body.name)
          .map(({ id }) => id),
      used: product.id,
      detail: { key: 'wizard:twinProduct', parameters },
    })
    return product
  }

  return {
    products,
    revenueGroups: createList(environment, 'revenue groups', () =>
      liveGateway.call(listRevenueGroups, ofPlace(place)),
    ),
    $creations: computed(
      [creations.open_invoices.$creation, creations.emballage.$creation],
      (openInvoices, emballage) => ({ open_invoices: openInvoices, emballage }),
    ),
    create: async (purpose, product) => {
      const { isResting, refuse, run } = creations[purpose]
      if (isResting() && (product.name.trim() === '' || product.sku_code.trim() === '')) {
        refuse({ key: 'wizard:productIncomplete' })
        return null
      }
      return run(
        () => make(product),
        async (error) => {
          // Somebody else made it meanwhile, or this browser by itself: then it can be chosen.
          if (statusOf(error) === 409) await products.reload()
        },
      )
    },
  }
}
