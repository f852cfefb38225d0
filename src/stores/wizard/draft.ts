import * as z from 'zod/mini'
import { id, type Id } from '../../lib/api/endpoint.ts'
import {
  ledgerDetails,
  ledgerNumberPattern,
  type LedgerPurpose,
  ledgerPurposes,
  perName,
} from '../../lib/accounting/snelstart/ledgers.ts'
import { type PlaceIds, placeName } from '../../lib/domain/place.ts'
import { wizardValues, type WizardValues } from '../../lib/accounting/snelstart/values.ts'
import {
  rememberedInBrowser,
  rememberedInTab,
  sharedKey,
  type Owner,
} from '../../lib/remembered.ts'

const ledgerDraft = z.object({
  number: z.string(),
  /** The ledger that was accepted or created here; one that differs has to be accepted again. */
  agreed: z.nullable(
    z.object({
      number: z.string(),
      function: z.string(),
      code: z.string(),
      isInactive: z.optional(z.boolean()),
      origin: z.literal(['accepted', 'created']),
    }),
  ),
  proposal: z.object(perName(ledgerDetails, () => z.string())),
})
type LedgerDraft = z.infer<typeof ledgerDraft>

const draft = z.object({
  values: z.optional(wizardValues),
  ledgers: z.array(z.object({ purpose: z.literal(ledgerPurposes), draft: ledgerDraft })),
  relationCode: z.optional(z.string()),
  visited: z.optional(z.array(z.string())),
  /** Ids of the relation and the products that were created here. */
  created: z.array(id),
  dayTexts: z.optional(z.array(z.string())),
  /** What the place is called, to tell whose draft it is. */
  about: z.optional(z.object({ administration: z.string(), location: z.string() })),
})
type Draft = z.infer<typeof draft>

/** Whether two values say the same, in whatever order. */
export function areSame(one: WizardValues, other: WizardValues): boolean {
  const ordered = (values: WizardValues) => JSON.stringify(z.parse(wizardValues, values))
  return ordered(one) === ordered(other)
}

/** Name of a place and the accounting administration that it is coupled with. */
const draftName = (place: PlaceIds, book: Id) => `${placeName(place)}/${encodeURIComponent(book)}`

const nothing: Draft = { ledgers: [], created: [] }

export type WizardDraft = ReturnType<typeof wizardDraft>

/** The tab's memory of the wizard, per place and accounting administration (`book`). */
export function wizardDraft(owner: Owner, place: PlaceIds, about: Draft['about'], book: Id) {
  const memory = rememberedInTab(owner, `wizard:${draftName(place, book)}`, draft)
  let current = memory.read() ?? nothing

  function keep(part: Partial<Draft>): void {
    current = { ...current, about, ...part }
    memory.keep(current)
  }

  return {
    kept: () => current,
    keep,
    keptLedger: (purpose: LedgerPurpose) =>
      current.ledgers.find((each) => each.purpose === purpose)?.draft,
    keepLedger: (purpose: LedgerPurpose, ledger: LedgerDraft) => {
      const others = current.ledgers.filter((each) => each.purpose !== purpose)
      keep({ ledgers: [...others, { purpose, draft: ledger }] })
    },
    keepCreated: (created: Id) => keep({ created: [...current.created, created] }),
    /** Whether it was, also before this load of the page, and in whatever form its id comes now. */
    isCreated: (created: Id) => current.created.some((each) => String(each) === String(created)),
    /** Forgets what was filled in. What was created stays known as such. */
    discard: () => {
      current = { ...nothing, created: current.created }
      memory.clear()
      memory.keep(current)
    },
    clear: () => {
      current = nothing
      memory.clear()
    },
  }
}

const ledgerNumber = z.string().check(z.regex(ledgerNumberPattern))

/** The ledger of cash differences that this user chose last (contract §4): no setting names it. */
export async function cashDifferencesOf(owner: Owner, place: PlaceIds, book: Id) {
  const about = JSON.stringify([owner.person.id, draftName(place, book)])
  const key = await sharedKey('cashDifferences', about)
  return rememberedInBrowser(owner.environment, 'cashDifferences', key, ledgerNumber)
}
