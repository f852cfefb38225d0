import { atom, computed, readonlyType } from 'nanostores'
import * as snelstart from '../../lib/accounting/snelstart/calls.ts'
import { couplingState, readCoupling } from '../../lib/accounting/snelstart/stored-settings.ts'
import {
  linesOf,
  type Answer,
  type Answers,
  type Line,
  type OtherLocation,
  type ReadName,
  type Reads,
} from '../../lib/accounting/snelstart/coupling-check.ts'
import {
  defaultRelation,
  relationOf,
  walkInCode,
} from '../../lib/accounting/snelstart/relations.ts'
import { ledgerOf, withFix } from '../../lib/accounting/snelstart/ledgers.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { statusOf } from '../../lib/api/errors.ts'
import {
  getLocation,
  listLocations,
  type Location,
  getAdministration,
} from '../../lib/api/places.ts'
import { findRegistration } from '../../lib/api/registrations.ts'
import { checkAddress, shownBy, variantOf, wizardOf } from '../../lib/domain/coupling.ts'
import { ofIds, type Place, type PlaceIds } from '../../lib/domain/place.ts'
import { askedPlace, readId } from '../../lib/domain/query.ts'
import { withStep } from '../../lib/domain/steps.ts'
import { noteFailure } from '../../lib/failure.ts'
import { localizedPath, type Message } from '../../lib/i18n/messages.ts'
import { checkReadLimit, coupledLookUpLimit } from '../../lib/limits.ts'
import { usualFlow } from '../coupling/writes.ts'
import { findMadeKey } from '../coupling/remembered-places.ts'
import { createList, retryWhenOnline } from '../form/list.ts'
import { createRequestCache } from '../gateway/request-cache.ts'
import type { SignedIn } from '../shell/portal.ts'
import { createScreenStore } from '../shell/screen-store.ts'

/**
 * The check of one coupling (product §2, "Checking a coupling"): it reads, and writes nothing. Those of
 * several locations share a reading, which knows the location already.
 */
export function createCheck(
  portal: SignedIn,
  ids: PlaceIds,
  { call, signal, renew, stop } = createRequestCache(portal, checkReadLimit),
  known?: Location,
) {
  const { environment } = portal
  const { administration, location } = ids
  const ofLocation = ofIds(ids)
  const { headers } = ofLocation

  const $others = atom(0)

  const settingsOf = (of: Id) => readCoupling(call, { administration, location: of })

  async function otherOf({ id, name }: Location): Promise<OtherLocation> {
    const settings = await settingsOf(id)
    if (settings === null || settings === 'waiting') return { name, identifier: null }
    return { name, identifier: settings.snelstart_administratie_identifier }
  }

  /** What this browser made may not be shown to this user yet. */
  const made = async <Part extends keyof Place>(part: Part) =>
    (await findMadeKey(portal, ids))?.place?.[part] ?? null

  const asking: { [Name in ReadName]: () => Promise<Reads[Name]> } = {
    administration: async () =>
      (await call(getAdministration, { path: { id: administration } })) ??
      (await made('administration')),
    location: async () =>
      known ?? (await call(getLocation, { path: { id: location } })) ?? (await made('location')),
    registration: () =>
      call(findRegistration, {
        query: { administration_id: administration, location_id: location },
      }),
    settings: () => settingsOf(location),
    info: () => call(snelstart.getCompanyInfo, { query: ofLocation.query }),
    templates: () => call(snelstart.listOrderTemplates, ofLocation),
    ledgers: async () => (await call(snelstart.listLedgers, ofLocation)).map(ledgerOf),
    payments: async () =>
      snelstart.paymentLedgersOf(ids, await call(snelstart.listPaymentLedgers, { headers: ids }))
        .records,
    async relation() {
      const settings = await settingsOf(location)
      // Before there is a coupling, no line is about it.
      if (settings === null || settings === 'waiting') return null
      const id = defaultRelation(settings)
      if (id !== null) {
        const found = await call(snelstart.getRelation, { ...ofLocation, path: { id } })
        return found && relationOf(found)
      }
      const query = { ...ofLocation.query, relatiecode: walkInCode }
      const found = await call(snelstart.findRelations, { ...ofLocation, query })
      return found.map(relationOf).find(({ code }) => code === walkInCode) ?? null
    },
    async others() {
      const all = await call(listLocations, { headers })
      const others = all.filter(({ id }) => String(id) !== String(location))
      $others.set(others.length)
      return Promise.all(others.slice(0, coupledLookUpLimit).map(otherOf))
    },
  }
  const names = Object.keys(asking) as ReadName[]

  const unasked = Object.fromEntries(names.map((name) => [name, { status: 'asking' } as const]))
  const $answers = atom<Readonly<Record<string, Answer<unknown>>>>(unasked)
  const $lines = computed($answers, (answers) => linesOf(answers as Answers))
  /** Null until the settings were read. */
  const $state = computed($answers, (answers) => {
    const { settings } = answers as Answers
    return settings.status === 'answered' ? couplingState(settings.value) : null
  })

  async function ask(name: ReadName): Promise<void> {
    const asked = signal()
    const set = (answer: Answer<unknown>) => {
      if (!asked.aborted) $answers.set({ ...$answers.get(), [name]: answer })
    }
    set({ status: 'asking' })
    try {
      set({ status: 'answered', value: await asking[name]() })
      // Which relation it is, the settings say.
      if (name === 'settings' && !asked.aborted) void ask('relation')
    } catch (error) {
      if (asked.aborted) return
      const failure = noteFailure(environment, `could not be read for a check: ${name}`, error)
      set({ status: 'failed', failure, code: statusOf(error) })
      retryWhenOnline(environment, error, asked, () => ask(name))
    }
  }

  function begin(): void {
    $answers.set(unasked)
    for (const name of names) if (name !== 'relation') void ask(name)
  }

  return {
    $lines,
    $state,
    /** How many other locations the administration has, once that is known. */
    $others: readonlyType($others),
    reads: asking,
    begin,
    start: (): void => {
      renew()
      begin()
    },
    stop,
    /** Asks once more for what a line lacks. */
    askAgain: ({ failed }: Pick<Line, 'failed'>): void => {
      for (const name of failed) if ($answers.get()[name]?.status !== 'asking') void ask(name)
    },
  }
}

export interface LocationCheck {
  location: Location
  /** Null until it is asked for. */
  lines: readonly Line[] | null
  /** The first of those that are to be looked at most. */
  worst: Line | null
}

const gravity = { good: 0, asking: 1, unknown: 2, off: 3, attention: 4, wrong: 5 } as const

/** The checks of all locations of an administration: so many side by side, the rest on demand. */
export function createLocationChecks(portal: SignedIn, administration: Id) {
  const reading = createRequestCache(portal, checkReadLimit)
  const locations = createList(portal.environment, 'locations', () =>
    reading.call(listLocations, { headers: { administration } }),
  )
  const $rows = atom<readonly LocationCheck[]>([])

  function check(location: Location): void {
    const place = { administration, location: location.id }
    const made = createCheck(portal, place, reading, location)
    made.$lines.subscribe((lines) => {
      const [worst = null] = [...lines].sort(
        (one, other) => gravity[other.verdict] - gravity[one.verdict],
      )
      const row = { location, lines, worst }
      $rows.set($rows.get().map((each) => (each.location === location ? row : each)))
    })
    made.begin()
  }

  function more(): void {
    const rest = $rows.get().filter(({ lines }) => lines === null)
    for (const { location } of rest.slice(0, coupledLookUpLimit)) check(location)
  }

  locations.$list.listen((list) => {
    const items = list.status === 'loaded' ? list.items : []
    $rows.set(items.map((location) => ({ location, lines: null, worst: null })))
    more()
  })

  return {
    $list: locations.$list,
    $rows: readonlyType($rows),
    more,
    start: async (): Promise<void> => {
      reading.renew()
      await locations.reload()
    },
    stop: (): void => {
      locations.clear()
      reading.stop()
    },
  }
}

export interface Mending {
  text: Message
  address: URL
}

export type CheckScreen = ReturnType<typeof createCheckScreen>

/** The check of the coupling, or of all locations of the administration, that the address names. */
export function createCheckScreen(portal: SignedIn) {
  const { locale } = portal
  const flow = usualFlow(variantOf(portal.person) === 'polaris')
  const asked = portal.environment.location()
  const place = askedPlace(asked)
  const administration = readId(asked.searchParams, 'administration')
  const hasLocation = readId(asked.searchParams, 'location').status !== 'absent'
  if (administration.status === 'given' && !hasLocation) {
    const { value } = administration
    const wizardAt = ({ id: location }: Location) =>
      wizardOf(portal, { administration: value, location })
    return {
      status: 'locations',
      administration: value,
      ...createLocationChecks(portal, value),
      addressOf: ({ location }: LocationCheck) => checkAddress(wizardAt(location)),
    } as const
  }
  if (!('administration' in place)) {
    const messages = place.map((key) => ({ key }))
    return { status: 'unusable', messages, flow, start: () => undefined } as const
  }
  const wizard = wizardOf(portal, place)

  /** Null where there is nothing to mend, or it is not for the wizard or the flow to do. */
  function mendingOf({ step, verdict, mend, fix }: Line): Mending | null {
    const isToMend = verdict === 'wrong' || verdict === 'attention'
    if (!mend && !(step && isToMend)) return null
    if (fix && mend) return { text: mend, address: withFix(withStep(wizard, 'summary'), fix) }
    if (step) return { text: mend ?? { key: 'check:mend' }, address: withStep(wizard, step) }
    const key = flow === 'connect' ? 'wizard:toConnect' : 'wizard:toBoarding'
    return { text: { key }, address: new URL(localizedPath(locale, `/${flow}`), wizard) }
  }

  return {
    status: 'checking',
    place,
    shown: shownBy(asked),
    ...createCheck(portal, place),
    mendingOf,
  } as const
}

export const checkScreen = createScreenStore(createCheckScreen)
