import { atom, computed, readonlyType } from 'nanostores'
import * as snelstart from '../../lib/accounting/snelstart/calls.ts'
import {
  ledgerDefaults,
  ledgerNumberPattern,
  ledgerOf,
  ledgerRequest,
  type Ledger,
  type LedgerProposal,
  type LedgerPurpose,
} from '../../lib/accounting/snelstart/ledgers.ts'
import { isRefused } from '../../lib/accounting/snelstart/suitability.ts'
import type { Origin } from '../../lib/accounting/snelstart/summary.ts'
import { WordedError } from '../../lib/api/errors.ts'
import { ofPlace } from '../../lib/domain/place.ts'
import { ledgerCheckDelay } from '../../lib/limits.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import { createItem, type ItemState, type WizardContext } from './item.ts'

interface Existing {
  ledger: Ledger
  origin: Origin
}
export type LedgerState = ItemState<Existing>

export type LedgerItem = ReturnType<typeof createLedgerItem>

/** What a user agrees to: a ledger can get another function, side or state under the same number. */
type Agreed = Pick<Ledger, 'number' | 'function' | 'code'> & { isInactive?: boolean | undefined }

/** True if a ledger still is as it was shown or agreed to. A service may leave out its function and side. */
function isUnchanged(found: Ledger, before: Agreed): boolean {
  const details = ['function', 'code'] as const
  return (
    found.number === before.number &&
    !found.isInactive === !before.isInactive &&
    details.every((name) => ['', before[name].toLowerCase()].includes(found[name].toLowerCase()))
  )
}

/**
 * One ledger of the wizard (§2, §4): looked up, accepted or made.
 *
 * @param named number that the settings name, which counts as accepted where it can be booked on
 * @param shown number that is looked up instead of that, and kept once the user does something about it
 */
export function createLedgerItem(
  { portal, place, draft, assertSameBook }: WizardContext,
  purpose: LedgerPurpose,
  named: string | null,
  shown?: string,
) {
  const { environment } = portal
  const { call, written } = gatewayOf(portal)
  const kept = draft.keptLedger(purpose)
  const byDefault = ledgerDefaults[purpose]
  const proposed = named ?? byDefault.number
  const $proposal = atom<LedgerProposal>(kept?.proposal ?? byDefault.proposal)
  let agreed = kept?.agreed ?? null
  /** True once the ledger that the settings name differs from what was shown. */
  let hasChanged = false

  function existing(number: string, answer: snelstart.LedgerAnswer): Existing {
    const ledger = ledgerOf(answer)
    if (agreed && isUnchanged(ledger, agreed)) return { ledger, origin: agreed.origin }
    const isNamed = number === named && !hasChanged && !isRefused(purpose, ledger)
    return { ledger, origin: isNamed ? 'named' : 'unaccepted' }
  }

  function answersTo(number: string, signal?: AbortSignal) {
    const request = { ...ofPlace(place), path: { number } }
    return call(snelstart.findLedger, request, signal ? { signal } : {})
  }

  async function find(number: string, signal?: AbortSignal): Promise<Existing | null> {
    const answer = await answersTo(number, signal)
    return answer && existing(number, answer)
  }

  /** A ledger that changed since it was shown is not accepted any more, whoever accepted it. */
  async function verify(shown: Existing, number: string): Promise<Existing | null> {
    const found = await find(number)
    if (found === null || shown.origin === 'dryRun') return found
    if (isUnchanged(found.ledger, shown.ledger)) return { ...found, origin: shown.origin }
    hasChanged ||= number === named
    return { ...found, origin: 'unaccepted' }
  }

  const item = createItem<Existing>({
    environment,
    name: `ledger ${purpose}`,
    pattern: ledgerNumberPattern,
    pause: ledgerCheckDelay,
    find,
    verify,
    refused: { key: 'wizard:ledgerRefused' },
    keep,
    make,
  })
  const { $text, $state, isFree, verbs } = item

  function keep(): void {
    draft.keepLedger(purpose, { number: $text.get(), agreed, proposal: $proposal.get() })
  }

  function agree(ledger: Ledger, origin: 'accepted' | 'created'): void {
    const { number, function: given, code, isInactive } = ledger
    agreed = { number, function: given, code, isInactive, origin }
    keep()
  }

  async function make(number: string): Promise<Existing | null> {
    const gateway = gatewayOf(portal)
    const name = `ledger:${place.administration.id}/${number}`
    await assertSameBook()
    const isAlone = await environment.hold(`koppelpunt:${name}`)
    const isFirst = written.lastBody(name) === null
    const found = isFirst || !isAlone ? await find(number) : null
    if (found) return found
    if (!isAlone) throw new WordedError('wizard:ledgerOtherTab')
    // It can be sent again: an administration has each number once.
    const answer = await gateway.write({
      name,
      endpoint: snelstart.createLedger,
      request: { body: ledgerRequest(place, number, $proposal.get()) },
      findExisting: async () => [await answersTo(number)].filter((ledger) => ledger !== null),
      onSuccess: (answer) => {
        const ledger = ledgerOf(answer)
        // After a lost answer it may be somebody else's that is found: that one has to be accepted.
        if (ledger.description === $proposal.get().description.trim()) agree(ledger, 'created')
      },
    })
    if (answer === null) return null
    return { ...existing(number, answer), ...(gateway.isDryRun && { origin: 'dryRun' }) }
  }

  void item.lookUp(shown ?? kept?.number ?? proposed)

  return {
    ...verbs,
    purpose,
    /** The number that it begins with where nobody typed another one. */
    proposed,
    $number: $text,
    $state,
    $proposal: readonlyType($proposal),
    /** True if SnelStart refuses bookings on the ledger that exists, or on the one that is proposed. */
    $isRefused: computed([$state, $proposal], (state, proposal) => {
      if (state.status === 'existing') return isRefused(purpose, state.ledger)
      return state.status === 'missing' && isRefused(purpose, proposal)
    }),
    /** Bookings may go into this ledger although it exists already (§2). */
    accept: () => {
      const state = $state.get()
      if (state.status !== 'existing' || state.origin !== 'unaccepted') return
      agree(state.ledger, 'accepted')
      $state.set({ ...state, origin: 'accepted' })
    },
    propose: (changes: Partial<LedgerProposal>) => {
      if (!isFree()) return
      $proposal.set({ ...$proposal.get(), ...changes })
      keep()
    },
  }
}
