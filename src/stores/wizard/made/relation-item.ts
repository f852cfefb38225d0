import { atom, computed, type ReadableAtom } from 'nanostores'
import { dryRunId, type Id } from '../../../lib/api/endpoint.ts'
import { statusOf } from '../../../lib/api/errors.ts'
import {
  createRelation,
  findRelations,
  getRelation,
} from '../../../lib/accounting/snelstart/relation-calls.ts'
import { logError, type Environment } from '../../../lib/environment.ts'
import { ofPlace, type Place } from '../../../lib/domain/place.ts'
import {
  queryOf,
  relationOf,
  walkInCode,
  walkInProposal,
  walkInRequest,
  withCode,
  type Relation,
} from '../../../lib/accounting/snelstart/relations.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import { relationCheckDelay } from '../../../lib/limits.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { createLookup } from './lookup.ts'
import { createCreation, type CreateError } from './creation.ts'

export type RelationState =
  | { status: 'empty' }
  | { status: 'invalid' }
  | { status: 'checking' }
  | { status: 'existing'; relation: Relation; origin: 'existing' | 'created' | 'dryRun' }
  | { status: 'missing'; error: CreateError | null }
  | { status: 'creating' }
  | { status: 'failed'; message: Message }

export interface RelationItem {
  $code: ReadableAtom<string>
  $state: ReadableAtom<RelationState>
  /** The relation that unknown customers are booked on today, once it is known. */
  $current: ReadableAtom<Relation | null>
  input: (code: string) => void
  retry: () => Promise<void>
  /** Makes the missing relation. */
  create: () => Promise<void>
}

interface Options {
  environment: Environment
  gatewayNow: () => Gateway
  place: Place
  /** Id of the relation that the settings name. */
  named: Id | null
  draft: string | undefined
  keep: (code: string) => void
  /** Whether it was made here, before this load of the page too. */
  isCreated: (id: Id) => boolean
  keepCreated: (id: Id) => void
}

/** The accounting package counts its relations. */
const codePattern = /^-?\d+$/

/** The walk-in relation of the wizard (§2, §4): looked up by its code, or made. */
export function createRelationItem(options: Options): RelationItem {
  const { environment, gatewayNow, place, named, draft, keep, isCreated, keepCreated } = options
  const { call } = gatewayNow()
  const { query, headers } = ofPlace(place)
  const $current = atom<Relation | null>(null)
  const creation = createCreation({ key: 'wizard:relationRefused' })

  /** Those with this code. */
  async function listOf(code: string, signal?: AbortSignal) {
    const request = { query: { ...query, ...queryOf(code) }, headers }
    return withCode(await call(findRelations, request, signal ? { signal } : {}), code)
  }

  async function find(code: string, signal: AbortSignal): Promise<Relation | null> {
    const [answer] = await listOf(code, signal)
    return answer ? relationOf(answer) : null
  }

  async function findNamed(signal?: AbortSignal): Promise<Relation | null> {
    if (named === null) return null
    const request = { query, headers, path: { id: named } }
    const answer = await call(getRelation, request, signal ? { signal } : {})
    return answer && relationOf(answer)
  }

  const lookup = createLookup<Relation>({
    environment,
    name: 'walk-in relation',
    pattern: codePattern,
    pause: relationCheckDelay,
    find,
  })

  /** Beside a code that was typed, only the summary's other column is poorer without it. */
  async function learnCurrent(signal?: AbortSignal): Promise<void> {
    try {
      $current.set(await findNamed(signal))
    } catch (error) {
      logError(environment, 'could not be looked up: current relation', error)
    }
  }

  function begin(): void {
    if (draft === undefined) {
      void lookup.start(named === null ? walkInCode : '', async (signal) => {
        const current = await findNamed(signal)
        $current.set(current)
        if (current !== null) return { text: current.code, found: current }
        return { text: walkInCode, found: await find(walkInCode, signal) }
      })
    } else if (codePattern.test(draft.trim())) {
      void lookup.start(draft, async (signal) => {
        const [found] = await Promise.all([find(draft.trim(), signal), learnCurrent(signal)])
        return { text: draft, found }
      })
    } else {
      void lookup.lookUp(draft)
      void learnCurrent()
    }
  }
  begin()

  function originOf({ id }: Relation) {
    if (id === dryRunId) return 'dryRun'
    return isCreated(id) ? 'created' : 'existing'
  }

  const $state = computed([lookup.$lookup, creation.$creation], (state, making): RelationState => {
    if (making.status === 'creating') return making
    if (state.status !== 'checked') return state
    const { found: relation } = state
    if (relation === null) return { status: 'missing', error: making.error }
    return { status: 'existing', relation, origin: originOf(relation) }
  })

  async function make(code: string): Promise<void> {
    const { name } = walkInProposal
    // It can be sent again: an administration has each code once.
    const answer = await gatewayNow().write({
      name: `relation:${place.administration.id}/${code}`,
      forgetAfter: true,
      endpoint: createRelation,
      request: { query, headers, body: walkInRequest(code) },
      find: () => listOf(code),
      made: ({ id }) => keepCreated(id),
      leftOver: {
        isSame: (each) => relationOf(each).name === name,
        detail: { key: 'wizard:relationTwice', parameters: { name, code } },
      },
    })
    if (answer !== null) lookup.setFound(relationOf(answer))
  }

  return {
    $code: lookup.$text,
    $state,
    $current,
    input: (code) => {
      if (!creation.isResting()) return
      creation.forget()
      lookup.input(code)
      keep(code)
    },
    retry: async () => {
      if (creation.isResting()) await lookup.retry()
    },
    create: async () => {
      if ($state.get().status !== 'missing') return
      await creation.run(
        () => make(lookup.$text.get().trim()),
        async (error) => {
          if (statusOf(error) === 409) await lookup.lookUp(lookup.$text.get())
        },
      )
    },
  }
}
