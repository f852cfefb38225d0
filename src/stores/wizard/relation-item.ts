import { atom, readonlyType } from 'nanostores'
import { dryRunId, type Id } from '../../lib/api/endpoint.ts'
import {
  createRelation,
  findRelations,
  getRelation,
  type RelationAnswer,
} from '../../lib/accounting/snelstart/calls.ts'
import { logError } from '../../lib/environment.ts'
import { encodePlace } from '../../lib/domain/place.ts'
import {
  parseRelation,
  walkInRelationCode,
  walkInRelationProposal,
  createWalkInRelationRequest,
  type Relation,
} from '../../lib/accounting/snelstart/relations.ts'
import { relationCheckDelay } from '../../lib/limits.ts'
import { getGateway } from '../gateway/gateway.ts'
import { createRecordStore, type RecordState, type WizardContext } from './item.ts'

interface Existing {
  relation: Relation
  origin: 'existing' | 'created' | 'dryRun'
}
export type RelationState = RecordState<Existing>

const codePattern = /^-?\d+$/

/**
 * Creates the store of the walk-in relation (§2, §4).
 *
 * @param named id in the settings
 */
export function createRelationStore(
  { portal, place, draft, assertSameBook }: WizardContext,
  named: Id | null,
) {
  const { environment } = portal
  const { call } = getGateway(portal)
  const { query, headers } = encodePlace(place)
  const $current = atom<Relation | null>(null)

  async function fetchRelations(code: string, signal?: AbortSignal) {
    const request = { query: { ...query, relatiecode: code }, headers }
    const answers = await call(findRelations, request, { signal })
    // Services may format the same code with padding or a sign.
    return answers.filter(({ relatiecode }) => Number(relatiecode) === Number(code))
  }

  function existingFrom(answer: RelationAnswer): Existing {
    const relation = parseRelation(answer)
    const { id } = relation
    if (id === dryRunId) return { relation, origin: 'dryRun' }
    return { relation, origin: draft.isCreated(id) ? 'created' : 'existing' }
  }

  async function find(code: string, signal?: AbortSignal): Promise<Existing | null> {
    const [answer] = await fetchRelations(code, signal)
    return answer ? existingFrom(answer) : null
  }

  /** Older relations may share a code, so ids are compared. */
  async function verify({ relation }: Existing, code: string): Promise<Existing | null> {
    const answers = await fetchRelations(code)
    const answer = answers.find(({ id }) => String(id) === String(relation.id)) ?? answers[0]
    return answer ? existingFrom(answer) : null
  }

  async function findNamed(signal?: AbortSignal): Promise<Existing | null> {
    if (named === null) return null
    const request = { query, headers, path: { id: named } }
    const answer = await call(getRelation, request, { signal })
    $current.set(answer && parseRelation(answer))
    return answer && existingFrom(answer)
  }

  const { $text, $state, lookUp, start, verbs } = createRecordStore<Existing>({
    environment,
    name: 'walk-in relation',
    pattern: codePattern,
    pause: relationCheckDelay,
    find,
    verify,
    refused: { key: 'wizard:relationRefused' },
    keep: (relationCode) => draft.keep({ relationCode }),
    create,
  })

  const { relationCode } = draft.read()
  if (relationCode === undefined) {
    void start(named === null ? walkInRelationCode : '', async (signal) => {
      const current = await findNamed(signal)
      if (current !== null) return { text: current.relation.code, record: current }
      return { text: walkInRelationCode, record: await find(walkInRelationCode, signal) }
    })
  } else {
    void lookUp(relationCode)
    findNamed().catch((error: unknown) =>
      logError(environment, 'could not be looked up: current relation', error),
    )
  }

  async function create(code: string): Promise<Existing | null> {
    const { name } = walkInRelationProposal
    await assertSameBook()
    // SnelStart refuses a code in use, so a retry creates no duplicate.
    const answer = await getGateway(portal).write({
      name: `relation:${place.administration.id}/${code}`,
      endpoint: createRelation,
      request: { query, headers, body: createWalkInRelationRequest(code) },
      findExisting: () => fetchRelations(code),
      onSuccess: ({ id }) => draft.keepCreated(id),
      duplicates: {
        isSame: (each) => parseRelation(each).name === name,
        detail: { key: 'wizard:relationTwice', parameters: { name, code } },
      },
    })
    return answer && existingFrom(answer)
  }

  return { $code: $text, $state, $current: readonlyType($current), ...verbs }
}
