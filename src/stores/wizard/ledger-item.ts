import { atom, computed, readonlyType } from 'nanostores'
import * as snelstart from '../../lib/accounting/snelstart/calls.ts'
import {
  ledgerDefaults,
  ledgerNumberPattern,
  parseLedger,
  createLedgerRequest,
  type Ledger,
  type LedgerProposal,
  type LedgerPurpose,
} from '../../lib/accounting/snelstart/ledgers.ts'
import {
  formatLedgerFunction,
  isLedgerRefused,
} from '../../lib/accounting/snelstart/suitability.ts'
import type { Origin } from '../../lib/accounting/snelstart/summary.ts'
import { MessageKeyError } from '../../lib/api/errors.ts'
import { encodePlace } from '../../lib/domain/place.ts'
import { ledgerCheckDelay } from '../../lib/limits.ts'
import { getGateway } from '../gateway/gateway.ts'
import { createRecordStore, type RecordState, type WizardContext } from './item.ts'

interface Existing {
  ledger: Ledger
  origin: Origin
}
export type LedgerState = RecordState<Existing>

export type LedgerStore = ReturnType<typeof createLedgerStore>

/** Details of an accepted ledger, which can change under the same number. */
type AcceptedDetails = Pick<Ledger, 'number' | 'function' | 'code'> & {
  isInactive?: boolean | undefined
}

/** True if the service returned the same details or omitted them. */
function isUnchanged(ledger: Ledger, before: AcceptedDetails): boolean {
  const details = ['function', 'code'] as const
  const spelled = (text: string) => formatLedgerFunction(text).toLowerCase()
  return (
    ledger.number === before.number &&
    !ledger.isInactive === !before.isInactive &&
    details.every((name) => ['', spelled(before[name])].includes(spelled(ledger[name])))
  )
}

/**
 * Creates the store of one of the wizard's ledgers (§2, §4).
 *
 * @param named number in the settings, accepted unless SnelStart refuses the ledger
 * @param shown number that is looked up instead, and stored after an action of the user
 */
export function createLedgerStore(
  { portal, place, draft, assertSameBook }: WizardContext,
  purpose: LedgerPurpose,
  named: string | null,
  shown?: string,
) {
  const { environment } = portal
  const { call, written } = getGateway(portal)
  const ledgerDraft = draft.readLedger(purpose)
  const defaults = ledgerDefaults[purpose]
  const proposed = named ?? defaults.number
  const $proposal = atom<LedgerProposal>(ledgerDraft?.proposal ?? defaults.proposal)
  let agreed = ledgerDraft?.agreed ?? null
  /** True if the settings' ledger changed after it was shown. */
  let hasChanged = false

  function existingFrom(number: string, answer: snelstart.LedgerAnswer): Existing {
    const ledger = parseLedger(answer)
    if (agreed && isUnchanged(ledger, agreed)) return { ledger, origin: agreed.origin }
    const isNamed = number === named && !hasChanged && !isLedgerRefused(purpose, ledger)
    return { ledger, origin: isNamed ? 'named' : 'unaccepted' }
  }

  function fetchAnswer(number: string, signal?: AbortSignal) {
    const request = { ...encodePlace(place), path: { number } }
    return call(snelstart.findLedger, request, { signal })
  }

  async function find(number: string, signal?: AbortSignal): Promise<Existing | null> {
    const answer = await fetchAnswer(number, signal)
    return answer && existingFrom(number, answer)
  }

  /** A changed ledger has to be accepted again. */
  async function verify(shown: Existing, number: string): Promise<Existing | null> {
    const record = await find(number)
    if (record === null || shown.origin === 'dryRun') return record
    if (isUnchanged(record.ledger, shown.ledger)) return { ...record, origin: shown.origin }
    hasChanged ||= number === named
    return { ...record, origin: 'unaccepted' }
  }

  const item = createRecordStore<Existing>({
    environment,
    name: `ledger ${purpose}`,
    pattern: ledgerNumberPattern,
    pause: ledgerCheckDelay,
    find,
    verify,
    refused: { key: 'wizard:ledgerRefused' },
    keep,
    create,
  })
  const { $text, $state, isEditable, verbs } = item

  function keep(): void {
    draft.keepLedger(purpose, { number: $text.get(), agreed, proposal: $proposal.get() })
  }

  function agree(ledger: Ledger, origin: 'accepted' | 'created'): void {
    const { number, code, isInactive } = ledger
    agreed = { number, function: ledger.function, code, isInactive, origin }
    keep()
  }

  async function create(number: string): Promise<Existing | null> {
    const gateway = getGateway(portal)
    const name = `ledger:${place.administration.id}/${number}`
    await assertSameBook()
    const isAlone = await environment.hold(`koppelpunt:${name}`)
    const isFirst = written.lastBody(name) === null
    const record = isFirst || !isAlone ? await find(number) : null
    if (record) return record
    if (!isAlone) throw new MessageKeyError('wizard:ledgerOtherTab')
    // Numbers are unique, so a retry creates no duplicate.
    const answer = await gateway.write({
      name,
      endpoint: snelstart.createLedger,
      request: { body: createLedgerRequest(place, number, $proposal.get()) },
      findExisting: async () => [await fetchAnswer(number)].filter((ledger) => ledger !== null),
      onSuccess: (answer) => {
        const ledger = parseLedger(answer)
        // A ledger with a different description may belong to somebody else.
        if (ledger.description === $proposal.get().description.trim()) agree(ledger, 'created')
      },
    })
    if (answer === null) return null
    return { ...existingFrom(number, answer), ...(gateway.isDryRun && { origin: 'dryRun' }) }
  }

  void item.lookUp(shown ?? ledgerDraft?.number ?? proposed)

  return {
    ...verbs,
    purpose,
    named,
    proposed,
    $number: $text,
    $state,
    $proposal: readonlyType($proposal),
    $isRefused: computed([$state, $proposal], (state, proposal) => {
      if (state.status === 'existing') return isLedgerRefused(purpose, state.ledger)
      return state.status === 'missing' && isLedgerRefused(purpose, proposal)
    }),
    /** Stores that the user accepted an existing ledger (§2). */
    accept: () => {
      const state = $state.get()
      if (state.status !== 'existing' || state.origin !== 'unaccepted') return
      agree(state.ledger, 'accepted')
      $state.set({ ...state, origin: 'accepted' })
    },
    propose: (changes: Partial<LedgerProposal>) => {
      if (!isEditable()) return
      $proposal.set({ ...$proposal.get(), ...changes })
      keep()
    },
  }
}
