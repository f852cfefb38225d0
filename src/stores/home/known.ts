import * as z from 'zod/mini'
import { atom } from 'nanostores'
import { getCompanySettings, isSetUp } from '../../lib/accounting/snelstart/stored-settings.ts'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { statusOf } from '../../lib/api/errors.ts'
import { listLocations, location, type Administration } from '../../lib/api/places.ts'
import { logError } from '../../lib/environment.ts'
import { coupledLookUpLimit, sideBySide, homeStateLimit } from '../../lib/limits.ts'
import { namesInTab, rememberedInTab, rememberedOf, type Owner } from '../../lib/remembered.ts'
import { readsOf, createWritten } from '../gateway/reads.ts'
import type { SignedIn } from '../shell/portal.ts'
import { administrationLabel, idsOf, placeName } from '../../lib/domain/place.ts'
import { localizedPath, type Message } from '../../lib/i18n/messages.ts'
import { connectMemory, linkOf, type Work } from '../coupling/remembered-places.ts'
import { createdPlace, hasCreated, keyName, type Flow } from '../coupling/writes.ts'
import { isCustomerFilledIn, isWizardFilledIn } from '../form/filled-in.ts'
import type { Row } from './home.ts'

/** How a coupling stands; `unknown` where no answer says it, `empty` where there is no location. */
const state = z.literal(['broken', 'waiting', 'coupled', 'new', 'unknown', 'ready', 'empty'])
export type State = z.infer<typeof state>

const located = z.object({
  /** Null where there is none, or the list of them could not be had. */
  location: z.nullable(location),
  state,
  /** When it was set up, by the report that this browser keeps. */
  reportAt: z.nullable(z.number()),
  /** The day of its last link, by what this browser remembers: it may be of before a sign-out. */
  linkAt: z.optional(z.number()),
})
export type Located = z.infer<typeof located>

const known = z.object({
  administration: id,
  at: z.number(),
  /** The first of them; one without a location where there is none. */
  locations: z.array(located),
  /** How many there are. */
  count: z.number(),
})
export type Known = z.infer<typeof known>

/** A coupling that waits (409) is no absence of one. */
const getState = { ...getCompanySettings, absent: [404] }

const dated = z.object({ at: z.number() })

/** What is known of administrations: it is asked for of those in sight, a few calls at a time. */
export function createStates(portal: SignedIn) {
  const { environment } = portal
  const { call } = readsOf(portal)
  const memory = rememberedInTab(portal, 'home', z.array(known))
  const kept = memory.read() ?? []
  /** By the administration's id as text. */
  const $known = atom<ReadonlyMap<string, Known>>(
    new Map(kept.map((each) => [String(each.administration), each])),
  )
  const asked = new Set<string>()
  let inSight: readonly Administration[] = []
  let underWay = 0

  function failed(error: unknown): State {
    const status = statusOf(error)
    if (status === 409) return 'waiting'
    logError(environment, 'the state of a customer could not be looked up', error)
    // A service that is down or busy says nothing about this coupling.
    const isAbout = status !== undefined && status < 500 && status !== 408 && status !== 429
    return isAbout ? 'broken' : 'unknown'
  }

  /** One call at a time. */
  async function ask(administration: Id): Promise<Known> {
    const at = environment.now()
    const headers = { administration }
    const leftOut = (error: unknown) => logError(environment, 'a location was left out', error)
    const found = await call(listLocations, { headers }, { leftOut }).catch(failed)
    const all = typeof found === 'string' ? [] : found
    const locations: Located[] = []
    for (const location of all.slice(0, coupledLookUpLimit)) {
      const query = { location: location.id }
      const state = await call(getState, { query, headers }).then(stateOf, failed)
      const place = { administration, location: location.id }
      const report = (await rememberedOf(portal, 'report', dated, place)).read()
      const link = await linkOf(portal, place)
      if (state === 'coupled' || state === 'ready') link.clear()
      const linkAt = link.read()
      locations.push({ location, state, reportAt: report?.at ?? null, ...(linkAt && { linkAt }) })
    }
    const nowhere = typeof found === 'string' ? found : 'empty'
    if (all.length === 0) locations.push({ location: null, state: nowhere, reportAt: null })
    return { administration, at, locations, count: all.length }
  }

  function without(name: string): Map<string, Known> {
    return new Map([...$known.get()].filter(([each]) => each !== name))
  }

  function goOn(): void {
    for (const { id } of inSight) {
      if (underWay === sideBySide) return
      const name = String(id)
      if (asked.has(name)) continue
      asked.add(name)
      underWay += 1
      void ask(id).then((found) => {
        underWay -= 1
        $known.set(without(name).set(name, found))
        memory.keep([...$known.get().values()].slice(-homeStateLimit))
        goOn()
      })
    }
  }

  function renew(): void {
    asked.clear()
    goOn()
  }

  environment.on('network', () => {
    if (environment.isOnline()) renew()
  })

  return {
    $known,
    /** Has those that are in sight asked for, in their order, and no others any more. */
    show: (administrations: readonly Administration[]): void => {
      inSight = administrations
      goOn()
    },
    renew,
    askAgain: (administration: Id): void => {
      const name = String(administration)
      $known.set(without(name))
      asked.delete(name)
      goOn()
    },
  }
}

function stateOf(settings: z.output<typeof getState.response> | null): State {
  if (settings === null) return 'new'
  return isSetUp(settings) ? 'ready' : 'coupled'
}

/** What of drafts shows whether anything was filled in: Home does without the forms' schemas, which are large. */
const boardingDraft = z.object({
  values: z.object({
    merchant_info: z.unknown(),
    serial_info: z.looseObject({ serial: z.looseObject({ name: z.string() }) }),
  }),
})
const wizardDraft = z.object({
  values: z.optional(z.unknown()),
  ledgers: z.array(z.unknown()),
  relationCode: z.optional(z.string()),
  about: z.optional(z.object({ administration: z.string(), location: z.string() })),
})

function customerBegun(owner: Owner): Message[] {
  const draft = rememberedInTab(owner, 'boarding', boardingDraft).read()
  if (!draft || !isCustomerFilledIn(draft.values)) return []
  const name = draft.values.serial_info.serial.name.trim()
  return [
    name ? { key: 'shell:newCustomer', parameters: { name } } : { key: 'shell:unnamedCustomer' },
  ]
}

/** What a sign-out would take from this tab: a new customer, a list of them, couplings to set up. */
export function unfinishedIn(owner: Owner): Message[] {
  const written = createWritten(owner)
  const place = createdPlace(written)
  const isMade = place !== null && written.isAnswered(keyName(place))
  const customer = isMade ? [] : customerBegun(owner)
  const hasList = namesInTab(owner, '').includes('boarding-list')
  const setUps = wizardDrafts(owner).map(({ about, ...ids }): Message => ({
    key: 'shell:settingUp',
    parameters: { ...ids, ...about },
  }))
  return [customer, hasList ? { key: 'shell:customerList' as const } : [], setUps].flat()
}

export function wizardDrafts(owner: Owner) {
  return namesInTab(owner, 'wizard:').flatMap((name) => {
    const [administration, location] = name.split('/')
    if (!administration || !location) return []
    const draft = rememberedInTab(owner, `wizard:${name}`, wizardDraft).read()
    return draft && isWizardFilledIn(draft)
      ? [{ administration, location, about: draft.about }]
      : []
  })
}

/** What a user began in this tab that is for no customer of the list yet, who would be among the work. */
export function draftRows(portal: SignedIn, work: readonly Work[]): Row[] {
  const { environment, locale } = portal
  const { written } = readsOf(portal)

  const rowOf = (flow: Flow, title: Message): Row => {
    const address = new URL(localizedPath(locale, `/${flow}`), environment.location())
    const chip = { kind: 'information', text: { key: 'home:unfinished' } } as const
    return { title, notes: [], chip, next: { text: 'home:goOn', address } }
  }

  function connect(): Message[] {
    const { administration, location } = connectMemory(portal).read() ?? {}
    if (!administration) return []
    const parameters = { administration: administrationLabel(administration) }
    if (!location) return [{ key: 'home:noLocation', parameters }]
    const chosen = placeName(idsOf({ administration, location }))
    if (work.some((each) => placeName(each) === chosen)) return []
    return [{ key: 'home:place', parameters: { ...parameters, location: location.name } }]
  }

  const isCreated = work.some(({ location }) => hasCreated(written, location))
  const customer = isCreated ? [] : customerBegun(portal)
  return [
    ...customer.map((title) => rowOf('boarding', title)),
    ...connect().map((title) => rowOf('connect', title)),
  ]
}
