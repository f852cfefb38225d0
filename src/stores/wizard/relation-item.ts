import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Id } from '../../lib/api/endpoint.ts'
import { statusOf } from '../../lib/api/errors.ts'
import { createRelation, findRelations, getRelation } from '../../lib/api/relations.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import { ofPlace, type Place } from '../../lib/domain/place.ts'
import {
  relationOf,
  walkInCode,
  walkInRequest,
  withCode,
  type Relation,
} from '../../lib/domain/relations.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { relationCheckDelay } from '../../lib/limits.ts'
import type { LiveGateway } from '../operations/gateway.ts'
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
  liveGateway: LiveGateway
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
  const { environment, liveGateway, place, named, draft, keep, isCreated, keepCreated } = options
  const { query, headers } = ofPlace(place)
  const $current = atom<Relation | null>(null)
  const creation = createCreation({ key: 'wizard:relationRefused' })
  const $dryRunOnly = atom<Id | null>(null)

  function listOf(code: string, signal?: AbortSignal) {
    const request = { query: { ...query, relatiecode: code }, headers }
    return liveGateway.call(findRelations, request, signal ? { signal } : {})
  }

  async function lookUp(code: string, signal?: AbortSignal) {
    return withCode(await listOf(code, signal), code)
  }

  async function find(code: string, signal: AbortSignal): Promise<Relation | null> {
    const answer = await lookUp(code, signal)
    return answer && relationOf(answer)
  }

  async function findNamed(signal?: AbortSignal): Promise<Relation | null> {
    if (named === null) return null
    const request = { query, headers, path: { id: named } }
    const answer = await liveGateway.call(getRelation, request, signal ? { signal } : {})
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

  function originOf({ id }: Relation, dryRunOnly: Id | null) {
    if (id === dryRunOnly) return 'dryRun'
    return isCreated(id) ? 'created' : 'existing'
  }

  const $state = computed(
    [lookup.$lookup, creation.$creation, $dryRunOnly],
    (state, making, dryRunOnly): RelationState => {
      if (making.status === 'creating') return making
      if (state.status !== 'checked') return state
      const { found: relation } = state
      if (relation === null) return { status: 'missing', error: making.error }
      return { status: 'existing', relation, origin: originOf(relation, dryRunOnly) }
    },
  )

  async function make(code: string): Promise<void> {
    const gateway = liveGateway.snapshot()
    const body = walkInRequest(code)
    const name = `relation:${place.administration.id}/${code}`
    const answer = await gateway.runOnce({
      name,
      forgetAfter: true,
      endpoint: createRelation,
      request: { query, headers, body },
      lookUp: () => lookUp(code),
      // Safe to repeat: an administration has each code once.
      sendAgain: () => Promise.resolve(true),
    })
    if (answer === null) return
    if (!gateway.isDryRun) {
      keepCreated(answer.id)
    } else {
      $dryRunOnly.set(answer.id)
    }
    lookup.setFound(relationOf(answer))
    await gateway.tellTwins({
      find: async () =>
        (await listOf(code))
          .filter((each) => Number(each.relatiecode) === Number(code) && each.naam === body.naam)
          .map(({ id }) => id),
      used: answer.id,
      detail: { key: 'wizard:twinRelation', parameters: { name: body.naam, code } },
    })
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
