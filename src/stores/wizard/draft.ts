import * as z from 'zod/mini'
import { id, type Id } from '../../lib/api/endpoint.ts'
import {
  ledgerDetails,
  ledgerNumberPattern,
  type LedgerPurpose,
  ledgerPurposes,
  recordByName,
} from '../../lib/accounting/snelstart/ledgers.ts'
import { type PlaceIds, placeName } from '../../lib/domain/place.ts'
import { wizardValues, type WizardValues } from '../../lib/accounting/snelstart/values.ts'
import { rememberedInBrowser, sharedKey, type Owner } from '../../lib/remembered.ts'
import { rememberedDraft } from '../form/drafts.ts'

const ledgerDraft = z.object({
  number: z.string(),
  /**
   * Ledger that the user accepted or created. If its details change, the user has to accept the ledger again.
   */
  agreed: z.nullable(
    z.object({
      number: z.string(),
      function: z.string(),
      code: z.string(),
      isInactive: z.optional(z.boolean()),
      origin: z.literal(['accepted', 'created']),
    }),
  ),
  proposal: z.object(recordByName(ledgerDetails, () => z.string())),
})
type LedgerDraft = z.infer<typeof ledgerDraft>

const draft = z.object({
  values: z.optional(wizardValues),
  ledgers: z.array(z.object({ purpose: z.literal(ledgerPurposes), draft: ledgerDraft })),
  relationCode: z.optional(z.string()),
  visited: z.optional(z.array(z.string())),
  /** Ids of the relation and products that the user created in this wizard. */
  created: z.array(id),
  dayTexts: z.optional(z.array(z.string())),
  about: z.optional(z.object({ administration: z.string(), location: z.string() })),
})
type Draft = z.infer<typeof draft>

/** Compares two values. The order of their fields does not matter. */
export function areSame(one: WizardValues, other: WizardValues): boolean {
  const serialized = (values: WizardValues) => JSON.stringify(z.parse(wizardValues, values))
  return serialized(one) === serialized(other)
}

const draftName = (place: PlaceIds, book: Id) => `${placeName(place)}/${encodeURIComponent(book)}`

const emptyDraft: Draft = { ledgers: [], created: [] }

export type WizardDraft = ReturnType<typeof wizardDraft>

/** True if the draft contains input of the user. */
export const isWizardFilledIn = ({ values, ledgers, relationCode }: Draft) =>
  values !== undefined || ledgers.length > 0 || relationCode !== undefined

/** Returns the storage of the wizard in this tab, by place and accounting administration (`book`). */
export function wizardDraft(owner: Owner, place: PlaceIds, about: Draft['about'], book: Id) {
  const describe = (value: Draft) => (isWizardFilledIn(value) ? { place, ...value.about } : null)
  const name = `wizard:${draftName(place, book)}`
  const memory = rememberedDraft(owner, 'wizard', draft, describe, name)
  let current = memory.read() ?? emptyDraft

  function keep(part: Partial<Draft>): void {
    current = { ...current, about, ...part }
    memory.keep(current)
  }

  return {
    read: () => current,
    keep,
    readLedger: (purpose: LedgerPurpose) =>
      current.ledgers.find((each) => each.purpose === purpose)?.draft,
    keepLedger: (purpose: LedgerPurpose, ledger: LedgerDraft) => {
      const others = current.ledgers.filter((each) => each.purpose !== purpose)
      keep({ ledgers: [...others, { purpose, draft: ledger }] })
    },
    keepCreated: (created: Id) => keep({ created: [...current.created, created] }),
    /**
     * True if the user created the record in this wizard, possibly before a reload. Ids may be numbers or
     * strings.
     */
    isCreated: (created: Id) => current.created.some((each) => String(each) === String(created)),
    discard: () => {
      current = { ...emptyDraft, created: current.created }
      memory.clear()
      memory.keep(current)
    },
    clear: () => {
      current = emptyDraft
      memory.clear()
    },
  }
}

const ledgerNumber = z.string().check(z.regex(ledgerNumberPattern))

/**
 * Returns the storage of the last chosen ledger for cash differences, which the settings do not contain
 * (contract §4).
 */
export async function cashDifferencesMemory(owner: Owner, place: PlaceIds, book: Id) {
  const subject = JSON.stringify([owner.person.id, draftName(place, book)])
  const key = await sharedKey('cashDifferences', subject)
  return rememberedInBrowser(owner.environment, 'cashDifferences', key, ledgerNumber)
}
