import * as z from 'zod/mini'
import { id, type Id } from '../../lib/api/endpoint.ts'
import {
  ledgerDetails,
  ledgerNumberPattern,
  type LedgerPurpose,
  ledgerPurposes,
  createRecord,
} from '../../lib/accounting/snelstart/ledgers.ts'
import { firstStep, wizardSteps } from '../../lib/accounting/snelstart/choices.ts'
import { coupledPlaceName, type PlaceIds } from '../../lib/domain/place.ts'
import { createDigest } from '../../lib/environment.ts'
import { wizardValues, type WizardValues } from '../../lib/accounting/snelstart/values.ts'
import { accessBrowserValue, createStorageKey, type Owner } from '../../lib/remembered.ts'
import {
  wizardEntrySchema,
  openPlaceNames,
  getWizardKeyPrefix,
  type Draft as ListedDraft,
} from '../form/drafts.ts'

const ledgerDraft = z.object({
  number: z.string(),
  /** Details of the ledger that the user accepted or created. */
  agreed: z.nullable(
    z.object({
      number: z.string(),
      function: z.string(),
      code: z.string(),
      isInactive: z.optional(z.boolean()),
      origin: z.literal(['accepted', 'created']),
    }),
  ),
  proposal: z.object(createRecord(ledgerDetails, () => z.string())),
})
type LedgerDraft = z.infer<typeof ledgerDraft>

const content = z.object({
  values: z.optional(wizardValues),
  ledgers: z.array(z.object({ purpose: z.literal(ledgerPurposes), draft: ledgerDraft })),
  relationCode: z.optional(z.string()),
  visited: z.optional(z.array(z.string())),
  /** Ids of the relation and products created in this wizard. */
  created: z.array(id),
  dayTexts: z.optional(z.array(z.string())),
})
type Draft = z.infer<typeof content>

const storedDraft = z.object({ ...wizardEntrySchema.shape, ...content.shape })

/** Compares values regardless of the order of their fields. */
export function areValuesEqual(one: WizardValues, other: WizardValues): boolean {
  const serialized = (values: WizardValues) => JSON.stringify(z.parse(wizardValues, values))
  return serialized(one) === serialized(other)
}

const emptyDraft: Draft = { ledgers: [], created: [] }

export type WizardDraft = Awaited<ReturnType<typeof openWizardDraft>>

/** True if the draft contains input of the user. */
export const isWizardFilledIn = ({ values, ledgers, relationCode }: Draft) =>
  values !== undefined || ledgers.length > 0 || relationCode !== undefined

/** Opens the draft of a wizard for one location and book. */
export async function openWizardDraft(
  owner: Owner,
  place: PlaceIds,
  about: Pick<ListedDraft, 'administration' | 'location'> | undefined,
  book: Id,
) {
  const name = coupledPlaceName(place, book)
  const key = (await getWizardKeyPrefix(owner)) + (await createDigest(name))
  const memory = accessBrowserValue(owner.environment, 'wizardDraft', key, storedDraft)
  const names = openPlaceNames(owner, { name })
  let current: Draft = memory.read() ?? emptyDraft
  /** False if the stored draft lacks the last change. */
  let isStored = true

  /** Returns the draft with the changes of other tabs. */
  const latest = () => (isStored ? memory.read() : null) ?? current

  function store(changed: Draft): void {
    current = changed
    if (about) names.keep(about)
    const inAddress = owner.environment.location().searchParams.get('step')
    const number = wizardSteps.findIndex((each) => each.name === inAddress) + 1 || 1
    const step = { name: wizardSteps[number - 1]?.name ?? firstStep, number }
    const entry: ListedDraft = { name, flow: 'wizard', place, step }
    isStored = memory.keep({ ...changed, listed: isWizardFilledIn(changed) ? entry : null })
  }

  const keep = (part: Partial<Draft>) => store({ ...latest(), ...part })

  return {
    read: () => current,
    keep,
    readLedger: (purpose: LedgerPurpose) =>
      current.ledgers.find((each) => each.purpose === purpose)?.draft,
    keepLedger: (purpose: LedgerPurpose, ledger: LedgerDraft) => {
      const others = latest().ledgers.filter((each) => each.purpose !== purpose)
      keep({ ledgers: [...others, { purpose, draft: ledger }] })
    },
    keepCreated: (created: Id) => keep({ created: [...latest().created, created] }),
    /** True if the user created the record in this wizard. */
    isCreated: (created: Id) => current.created.some((each) => String(each) === String(created)),
    discard: () => store({ ...emptyDraft, created: latest().created }),
    clear: () => {
      current = emptyDraft
      memory.clear()
      names.clear()
    },
  }
}

const ledgerNumber = z.string().check(z.regex(ledgerNumberPattern))

/** Opens the record of the ledger number that settings cannot store (contract §4). */
export async function openCashDifferencesRecord(owner: Owner, place: PlaceIds, book: Id) {
  const subject = JSON.stringify([owner.person.id, coupledPlaceName(place, book)])
  const key = await createStorageKey('cashDifferences', subject)
  return accessBrowserValue(owner.environment, 'cashDifferences', key, ledgerNumber)
}
