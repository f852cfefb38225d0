import { atom, computed, type ReadableAtom } from 'nanostores'
import { outcomeOf, statusOf } from '../../../lib/api/errors.ts'
import {
  createLedger,
  findLedger,
  type Ledger as LedgerAnswer,
} from '../../../lib/accounting/snelstart/ledger-calls.ts'
import { logError, type Environment } from '../../../lib/environment.ts'
import {
  ledgerDefaults,
  ledgerNumberPattern,
  ledgerOf,
  ledgerRequest,
  type Ledger,
  type LedgerProposal,
  type LedgerPurpose,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import { ofPlace, type Place } from '../../../lib/domain/place.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import { ledgerCheckDelay } from '../../../lib/limits.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { createLookup } from './lookup.ts'
import { createCreation, type CreateError } from './creation.ts'
import type { LedgerDraft } from '../draft.ts'

/**
 * How an existing ledger came to be used: the settings name it already, the user accepted it or has
 * yet to, it was made here, or only in a dry run.
 */
export type Origin = 'named' | 'accepted' | 'unaccepted' | 'created' | 'dryRun'

export type LedgerState =
  | { status: 'empty' }
  | { status: 'invalid' }
  | { status: 'checking' }
  | { status: 'existing'; ledger: Ledger; origin: Origin }
  /** There is none of that number yet; it can be made from the proposal. */
  | { status: 'missing'; error: CreateError | null }
  | { status: 'creating' }
  | { status: 'failed'; message: Message }

export interface LedgerItem {
  purpose: LedgerPurpose
  /** The number that it begins with where nobody typed another one. */
  proposed: string
  $number: ReadableAtom<string>
  $state: ReadableAtom<LedgerState>
  $proposal: ReadableAtom<LedgerProposal>
  /** The number is being typed. */
  input: (number: string) => void
  /** Looks a number up at once, one that was searched for. */
  choose: (number: string) => Promise<void>
  /** Looks the number up again. */
  retry: () => Promise<void>
  /** Bookings may go into this ledger although it exists already (§2). */
  accept: () => void
  propose: (changes: Partial<LedgerProposal>) => void
  /** Makes the missing ledger from the proposal. */
  create: () => Promise<void>
}

interface Options {
  environment: Environment
  gatewayNow: () => Gateway
  place: Place
  purpose: LedgerPurpose
  /** The number that the settings name for this purpose, which counts as accepted. */
  named: string | null
  draft: LedgerDraft | undefined
  keep: (draft: LedgerDraft) => void
  /** There is a ledger of this number by now: other items may have waited for it. */
  onFound: (number: string) => void
}

/** One ledger of the wizard (§2, §4): looked up, accepted or made. */
export function createLedgerItem(options: Options): LedgerItem {
  const { environment, gatewayNow, place, purpose, named, draft, keep, onFound } = options
  const { call, written } = gatewayNow()
  const byDefault = ledgerDefaults[purpose]
  const proposed = named ?? byDefault.number
  const $proposal = atom<LedgerProposal>(draft?.proposal ?? byDefault.proposal)
  const $agreed = atom(draft?.agreed ?? null)
  const $dryRunOnly = atom<string | null>(null)
  const creation = createCreation({ key: 'wizard:ledgerRefused' })

  const find = async (number: string, signal?: AbortSignal) => {
    const request = { ...ofPlace(place), path: { number } }
    return call(findLedger, request, signal ? { signal } : {})
  }
  const lookup = createLookup<LedgerAnswer>({
    environment,
    name: `ledger ${purpose}`,
    pattern: ledgerNumberPattern,
    pause: ledgerCheckDelay,
    find,
  })
  const numberNow = () => lookup.$text.get().trim()

  function originOf(
    number: string,
    agreed: LedgerDraft['agreed'],
    dryRunOnly: string | null,
  ): Origin {
    if (number === dryRunOnly) return 'dryRun'
    if (agreed?.number === number) return agreed.origin
    return number === named ? 'named' : 'unaccepted'
  }

  const $state = computed(
    [lookup.$text, lookup.$lookup, $agreed, $dryRunOnly, creation.$creation],
    (text, state, agreed, dryRunOnly, making): LedgerState => {
      if (making.status === 'creating') return making
      if (state.status !== 'checked') return state
      if (state.found === null) return { status: 'missing', error: making.error }
      const origin = originOf(text.trim(), agreed, dryRunOnly)
      return { status: 'existing', ledger: ledgerOf(state.found), origin }
    },
  )

  function keepNow(): void {
    keep({ number: lookup.$text.get(), agreed: $agreed.get(), proposal: $proposal.get() })
  }

  function agree(origin: 'accepted' | 'created'): void {
    $agreed.set({ number: numberNow(), origin })
    keepNow()
  }

  /** Another tab, or somebody else, may have made it since it was looked up: it has to be accepted. */
  async function isThere(number: string): Promise<boolean> {
    const found = await find(number)
    // After a refusal another number may be typed by now.
    if (found === null || numberNow() !== number) return false
    creation.forget()
    lookup.setFound(found)
    onFound(number)
    return true
  }

  /** Resolves with why it is not made, where nobody was asked to make it. */
  async function make(number: string): Promise<Message | null> {
    const gateway = gatewayNow()
    const name = `ledger:${place.administration.id}/${number}`
    const isFree = await gateway.mayWrite(() => environment.hold(`koppelpunt:${name}`))
    const isFirst = written.lastBody(name) === null
    if ((isFirst || !isFree) && (await isThere(number))) return null
    if (!isFree) return { key: 'wizard:ledgerOtherTab' }
    // It can be sent again: an administration has each number once.
    const answer = await gateway.write({
      name,
      forgetAfter: true,
      endpoint: createLedger,
      request: { body: ledgerRequest(place, number, $proposal.get()) },
      find: async () => [await find(number)].filter((ledger) => ledger !== null),
      made: (answer) => {
        const { description } = ledgerOf(answer)
        // After a lost answer it may be somebody else's that is found: that one has to be accepted.
        if (description === $proposal.get().description.trim()) agree('created')
      },
    })
    if (answer === null) return null
    $dryRunOnly.set(gateway.isDryRun ? number : null)
    lookup.setFound(answer)
    onFound(number)
    return null
  }

  /** What is refused may exist by now, whatever the refusal says; else its reasons stand. */
  async function lookAfter(error: unknown, number: string): Promise<void> {
    if (statusOf(error) === undefined || outcomeOf(error) !== 'refused') return
    try {
      await isThere(number)
    } catch (failure) {
      logError(environment, `ledger ${purpose} could not be looked up after a refusal`, failure)
    }
  }

  function changeNumber(change: () => void): void {
    if (!creation.isResting()) return
    creation.forget()
    $dryRunOnly.set(null)
    change()
    keepNow()
  }

  void lookup.lookUp(draft?.number ?? proposed)

  return {
    purpose,
    proposed,
    $number: lookup.$text,
    $state,
    $proposal,
    input: (number) => changeNumber(() => lookup.input(number)),
    choose: async (number) => {
      let looked: Promise<void> | undefined
      changeNumber(() => {
        looked = lookup.lookUp(number)
      })
      await looked
    },
    retry: async () => {
      if (!creation.isResting()) return
      $dryRunOnly.set(null)
      await lookup.retry()
    },
    accept: () => {
      const state = $state.get()
      if (state.status === 'existing' && state.origin === 'unaccepted') agree('accepted')
    },
    propose: (changes) => {
      if (!creation.isResting()) return
      $proposal.set({ ...$proposal.get(), ...changes })
      keepNow()
    },
    create: async () => {
      if ($state.get().status !== 'missing') return
      const number = numberNow()
      const refusal = await creation.run(
        () => make(number),
        (error) => lookAfter(error, number),
      )
      if (refusal !== null) creation.refuse(refusal)
    },
  }
}
