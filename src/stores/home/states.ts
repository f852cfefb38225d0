import { atom, type ReadableAtom } from 'nanostores'
import * as z from 'zod/mini'
import { getCompanySettings, isSetUp } from '../../lib/accounting/snelstart/calls/company.ts'
import type { Call } from '../../lib/api/caller.ts'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { statusOf } from '../../lib/api/errors.ts'
import { listLocations, location } from '../../lib/api/locations.ts'
import type { Administration } from '../../lib/api/serials.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import {
  coupledLookUpLimit,
  homeCallLimit,
  homeStateLife,
  homeStateLimit,
} from '../../lib/limits.ts'
import { readJson } from '../../lib/stored.ts'
import { reportKey } from '../coupling/report-key.ts'
import { createTabMemory } from '../gateway/tab-memory.ts'

/** What the service says of a coupling; `unknown` where it gives no answer. */
const answer = z.literal(['none', 'pending', 'coupled', 'setUp', 'refused', 'unknown'])
type Answer = z.infer<typeof answer>

const located = z.object({
  /** Null where the list of locations could not be had. */
  location: z.nullable(location),
  answer,
  /** When it was set up, by the report that this browser keeps. */
  reportAt: z.nullable(z.number()),
})
const known = z.object({
  administration: id,
  at: z.number(),
  /** The first of them. */
  locations: z.array(located),
  /** How many there are. */
  count: z.number(),
})
/** What is known of an administration and its locations. */
export type Known = z.infer<typeof known>

/** A coupling that waits (409) is no absence of one. */
const getState = { ...getCompanySettings, absent: [404] }

const dated = z.object({ at: z.number() })

/** What is known of administrations: it is asked for of those in sight, a few calls at a time. */
export interface States {
  /** By the administration's id as text. */
  $known: ReadableAtom<ReadonlyMap<string, Known>>
  /** Has those that are in sight asked for, in their order, and no others any more. */
  show: (inSight: readonly Administration[]) => void
  /** Has everything asked for once more that is not both recent and at rest. */
  renew: () => void
  /** Asks for one once more. */
  askAgain: (administration: Id) => void
}

interface Options {
  environment: Environment
  user: string
  call: Call
  /** Whether what is known will stay so, as long as nobody works on it. */
  isAtRest: (known: Known) => boolean
}

export function createStates({ environment, user, call, isAtRest }: Options): States {
  const memory = createTabMemory(environment, user, 'home', z.array(known))
  const kept = memory.read() ?? []
  const $known = atom<ReadonlyMap<string, Known>>(
    new Map(kept.map((each) => [String(each.administration), each])),
  )
  const asked = new Set<string>()
  const inTurn = createTurns(homeCallLimit)
  let inSight: readonly Administration[] = []
  let underWay = 0

  function failed(error: unknown): Answer {
    const status = statusOf(error)
    if (status === 409) return 'pending'
    logError(environment, 'the state of a customer could not be looked up', error)
    // A service that is down or busy says nothing about this coupling.
    const isAbout = status !== undefined && status < 500 && status !== 408 && status !== 429
    return isAbout ? 'refused' : 'unknown'
  }

  async function answerOf(place: PlaceIds): Promise<Answer> {
    try {
      const { administration, location } = place
      const request = { query: { location }, headers: { administration } }
      const settings = await inTurn(() => call(getState, request))
      if (settings === null) return 'none'
      return isSetUp(settings) ? 'setUp' : 'coupled'
    } catch (error) {
      return failed(error)
    }
  }

  async function reportAt(place: PlaceIds): Promise<number | null> {
    const report = readJson(environment.sharedStorage, await reportKey(user, place))
    return z.safeParse(dated, report).data?.at ?? null
  }

  async function ask(administration: Id): Promise<Known> {
    const at = environment.now()
    try {
      const headers = { administration }
      const all = await inTurn(() => call(listLocations, { headers }))
      const locations = await Promise.all(
        all.slice(0, coupledLookUpLimit).map(async (location) => {
          const place = { administration, location: location.id }
          return { location, answer: await answerOf(place), reportAt: await reportAt(place) }
        }),
      )
      return { administration, at, locations, count: all.length }
    } catch (error) {
      const locations = [{ location: null, answer: failed(error), reportAt: null }]
      return { administration, at, locations, count: 0 }
    }
  }

  async function look({ id }: Administration): Promise<void> {
    const found = await ask(id)
    const others = [...$known.get()].filter(([each]) => each !== String(id))
    $known.set(new Map([...others, [String(id), found]]))
    memory.writeSoon([...$known.get().values()].slice(-homeStateLimit))
  }

  function goOn(): void {
    for (const administration of inSight) {
      if (underWay === homeCallLimit) return
      const name = String(administration.id)
      if (asked.has(name)) continue
      asked.add(name)
      underWay += 1
      void look(administration).then(() => {
        underWay -= 1
        goOn()
      })
    }
  }

  function askAgain(administration: Id): void {
    const rest = new Map($known.get())
    rest.delete(String(administration))
    $known.set(rest)
    asked.delete(String(administration))
    goOn()
  }

  environment.onNetworkChange(() => {
    if (!environment.isOnline()) return
    for (const [name, { locations }] of $known.get()) {
      if (locations.some(({ answer }) => answer === 'unknown')) asked.delete(name)
    }
    goOn()
  })

  return {
    $known,
    show: (administrations) => {
      inSight = administrations
      goOn()
    },
    renew: () => {
      asked.clear()
      for (const [name, each] of $known.get()) {
        if (each.at + homeStateLife > environment.now() && isAtRest(each)) asked.add(name)
      }
      goOn()
    },
    askAgain,
  }
}

/** Has work done side by side, so much at a time. */
function createTurns(limit: number) {
  const waiting: (() => void)[] = []
  let busy = 0
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (busy === limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else busy += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
