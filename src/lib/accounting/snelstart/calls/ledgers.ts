import * as z from 'zod/mini'
import { id, listOfLocation, ofLocation, read, write } from '../../../api/endpoint.ts'

const text = z.nullish(z.union([z.string(), z.number()]))

const ledger = z.object({
  nummer: id,
  omschrijving: text,
  grootboekfunctie: text,
  rekening_code: text,
  grootboek_rubriek: text,
  nonactief: z.optional(z.unknown()),
})
/** Ledger as the accounting package names it (§3). */
export type Ledger = z.infer<typeof ledger>

/** GET /snelstart/journals/grootboeken/{number}; null when there is no such ledger. */
export const findLedger = read({
  path: '/snelstart/journals/grootboeken/{number}',
  absent: [404],
  request: z.object({ ...ofLocation, path: z.object({ number: id }) }),
  response: z.nullable(ledger),
})

export const createLedger = write({
  method: 'POST',
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

export const listLedgers = listOfLocation('/snelstart/journals/grootboeken/list', ledger)

const journal = z.object({ nummer: id, omschrijving: text })

export const listJournals = listOfLocation('/snelstart/journals/dagboeken/list', journal)

export const createJournal = write({
  method: 'POST',
  path: '/snelstart/journals',
  request: z.object({
    ...ofLocation,
    body: z.object({ nummer: id, omschrijving: z.string(), soort: z.string() }),
  }),
  response: z.unknown(),
})

const revenueGroup = z.object({ nummer: id, omschrijving: text })
/** What the revenue of products is booked by. */
export type RevenueGroup = z.infer<typeof revenueGroup>

export const listRevenueGroups = listOfLocation(
  '/snelstart/journals/artikelomzetgroep/list',
  revenueGroup,
)
