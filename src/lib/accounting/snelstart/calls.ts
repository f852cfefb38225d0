import * as z from 'zod/mini'
import {
  exactSchema,
  booleanSchema,
  id,
  isSet,
  defineLocationList,
  isSameIdOrOmitted,
  locationFields,
  defineRead,
  defineReadById,
  defineListRead,
  defineWrite,
  type Id,
} from '../../api/endpoint.ts'
import type { PlaceIds } from '../../domain/place.ts'
import { importTimeout } from '../../limits.ts'

const decimals = id.check(z.refine((value) => /^\d+$/.test(String(value)), 'No number of decimals'))

const companyInfo = z.object({
  aantal_decimalen_artikelprijzen: decimals,
  verkoopprijs_artikelbestand_exclusief_btw: booleanSchema,
})
export type CompanyInfo = z.infer<typeof companyInfo>

export const getCompanyInfo = defineRead({
  path: '/snelstart/company/info',
  request: z.object({ query: locationFields.query }),
  response: companyInfo,
})

const orderTemplate = z.object({
  id,
  omschrijving: z.string(),
  prijsIngaveExclusiefBtw: z.nullish(booleanSchema),
})
export type OrderTemplate = z.infer<typeof orderTemplate>

export const listOrderTemplates = defineLocationList(
  '/snelstart/salesorder/template',
  orderTemplate,
)

export function findTemplate(
  templates: readonly OrderTemplate[],
  id: Id | null,
): OrderTemplate | undefined {
  return id === null ? undefined : templates.find((template) => String(template.id) === String(id))
}

const text = z.nullish(z.union([z.string(), z.number()]))

const ledger = z.object({
  nummer: id,
  omschrijving: text,
  grootboekfunctie: text,
  rekening_code: text,
  grootboek_rubriek: text,
  nonactief: z.optional(z.unknown()),
})
export type LedgerAnswer = z.infer<typeof ledger>

export const findLedger = defineRead({
  path: '/snelstart/journals/grootboeken/{number}',
  absent: [404],
  request: z.object({ ...locationFields, path: z.object({ number: id }) }),
  response: z.nullable(ledger),
})

export const createLedger = defineWrite({
  path: '/snelstart/journals/grootboeken',
  request: z.object({
    body: z.object({
      administration: id,
      location: id,
      nummer: id,
      omschrijving: z.string(),
      functie: z.optional(z.string()),
      rekening_code: z.optional(z.string()),
      kostenplaats: z.optional(z.boolean()),
      rubriek: z.optional(z.string()),
    }),
  }),
  response: ledger,
  fill: ({ body }) => ({
    omschrijving: body.omschrijving,
    grootboekfunctie: body.functie,
    rekening_code: body.rekening_code,
    grootboek_rubriek: body.rubriek,
  }),
  dryRun: ({ body }) => ({ nummer: body.nummer }),
})

export const listLedgers = defineLocationList('/snelstart/journals/grootboeken/list', ledger)

const journal = z.object({ nummer: id, omschrijving: text })

export const listJournals = defineLocationList('/snelstart/journals/dagboeken/list', journal)

export const createJournal = defineWrite({
  path: '/snelstart/journals',
  request: z.object({
    ...locationFields,
    body: z.object({ nummer: id, omschrijving: z.string(), soort: z.string() }),
  }),
})

const revenueGroup = z.object({ nummer: id, omschrijving: text })
export type RevenueGroup = z.infer<typeof revenueGroup>

export const listRevenueGroups = defineLocationList(
  '/snelstart/journals/artikelomzetgroep/list',
  revenueGroup,
)

const paymentLedgers = z.object({
  administration_id: id,
  location_id: id,
  cash_ledger: z.string(),
  eft_ledger: z.string(),
  webshop_ledger: z.string(),
  type: z.literal('SNELSTART'),
})
export type PaymentLedgers = z.infer<typeof paymentLedgers>

/** Payment ledger records need an id to be updated (§5). */
const storedPaymentLedgers = z.object({
  id: z.nullish(id),
  administration_id: z.optional(exactSchema),
  location_id: z.optional(exactSchema),
  type: z.optional(exactSchema),
  cash_ledger: z.optional(exactSchema),
  eft_ledger: z.optional(exactSchema),
  webshop_ledger: z.optional(exactSchema),
})
export type StoredPaymentLedgers = z.infer<typeof storedPaymentLedgers>

/** A location without records gets a 204 or 404 response. */
export const listPaymentLedgers = defineListRead({
  path: '/accounting/paymentledgers',
  absent: [404],
  request: z.object({ headers: z.object({ administration: id, location: z.optional(id) }) }),
  items: storedPaymentLedgers,
})

/** Returns the records of a location, or records that omit the location. */
export function filterPaymentLedgers(
  { administration, location }: PlaceIds,
  records: readonly StoredPaymentLedgers[],
): { records: readonly StoredPaymentLedgers[]; isCertain: boolean } {
  const ours = records.filter(
    (record) =>
      isSameIdOrOmitted(record.administration_id, administration) &&
      isSameIdOrOmitted(record.location_id, location) &&
      isSameIdOrOmitted(record.type, 'SNELSTART'),
  )
  const named = ours.filter((record) => isSet(record.location_id))
  if (named.length > 0) return { records: named, isCertain: true }
  return { records: ours, isCertain: ours.length <= 1 }
}

export const getPaymentLedgers = defineReadById(
  '/accounting/paymentledgers/{id}',
  storedPaymentLedgers,
)

export const createPaymentLedgers = defineWrite({
  path: '/accounting/paymentledgers',
  request: z.object({ body: paymentLedgers }),
})

export const updatePaymentLedgers = defineWrite({
  method: 'PUT',
  path: '/accounting/paymentledgers/{id}',
  request: z.object({
    path: z.object({ id }),
    headers: z.object({ administration: id }),
    body: z.object({ ...paymentLedgers.shape, id }),
  }),
})

const relation = z.object({
  id,
  relatiecode: id,
  naam: z.nullish(z.string()),
  relatiesoort: z.nullish(z.union([z.array(z.string()), z.string()])),
})
export type RelationAnswer = z.infer<typeof relation>

export const getRelation = defineRead({
  path: '/snelstart/relations/{id}',
  absent: [404],
  request: z.object({ ...locationFields, path: z.object({ id }) }),
  response: z.nullable(relation),
})

export const findRelations = defineListRead({
  path: '/snelstart/relations',
  absent: [404],
  request: z.object({
    ...locationFields,
    query: z.object({ relatiecode: z.string(), location: id }),
  }),
  items: relation,
})

export const createRelation = defineWrite({
  path: '/snelstart/relations',
  request: z.object({
    ...locationFields,
    body: z.object({
      relatiesoort: z.array(z.string()),
      relatiecode: z.string(),
      naam: z.string(),
    }),
  }),
  response: relation,
  fill: ({ body }) => body,
})

/** Counts as a write, because the read starts an import. */
export const importRelations = defineWrite({
  method: 'GET',
  path: '/snelstart/relations/import',
  timeout: importTimeout,
  request: z.object(locationFields),
})

export const productSchema = z.object({ id, name: z.string(), sku_code: z.nullish(id) })
export type AccountingProduct = z.infer<typeof productSchema>

export const listProducts = defineLocationList('/snelstart/product/list', productSchema)

export const createProduct = defineWrite({
  path: '/snelstart/product',
  request: z.object({
    ...locationFields,
    body: z.object({ name: z.string(), sku_code: z.string(), artikelomzetgroep: z.optional(id) }),
  }),
  response: productSchema,
  fill: ({ body }) => body,
})

/** Counts as a write, because the read starts an import. */
export const importProducts = defineWrite({
  method: 'GET',
  path: '/snelstart/product/import?productpages=true',
  exactly200: true,
  timeout: importTimeout,
  request: z.object({ headers: locationFields.headers }),
})
