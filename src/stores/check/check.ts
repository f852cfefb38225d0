import { atom, computed, readonlyType } from 'nanostores'
import { getCompanyInfo } from '../../lib/accounting/snelstart/calls/company-info.ts'
import { getCompanySettings } from '../../lib/accounting/snelstart/calls/company.ts'
import { listLedgers } from '../../lib/accounting/snelstart/calls/ledgers.ts'
import { listOrderTemplates } from '../../lib/accounting/snelstart/calls/order-templates.ts'
import { listPaymentLedgers } from '../../lib/accounting/snelstart/calls/payment-ledgers.ts'
import { findRelations, getRelation } from '../../lib/accounting/snelstart/calls/relations.ts'
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
import type { CallOptions } from '../../lib/api/caller.ts'
import { statusOf } from '../../lib/api/errors.ts'
import { getLocation, listLocations } from '../../lib/api/locations.ts'
import { findRegistration } from '../../lib/api/registrations.ts'
import { getAdministration } from '../../lib/api/serials.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import { logError } from '../../lib/environment.ts'
import { noteFailure } from '../../lib/failure.ts'
import { coupledLookUpLimit } from '../../lib/limits.ts'
import { createLoadSignal } from '../form/load-signal.ts'
import { retryWhenOnline } from '../form/retry-when-online.ts'
import { readsOf } from '../gateway/reads.ts'
import type { Portal } from '../shell/portal.ts'

type Asking = { [Name in ReadName]: (options: CallOptions) => Promise<Reads[Name]> }

/** A coupling that waits (409) is no absence of one. */
const getState = { ...getCompanySettings, absent: [404] }

export type Check = ReturnType<typeof createCheck>

/** The check of one coupling (product §2, "Checking a coupling"): it reads, and writes nothing. */
export function createCheck(portal: Portal, user: string, { administration, location }: PlaceIds) {
  const { environment } = portal
  const { call } = readsOf(portal, user)
  const ofLocation = { query: { location }, headers: { administration } }
  const nextSignal = createLoadSignal()
  let signal = nextSignal()

  const asking: Asking = {
    administration: (options) => call(getAdministration, { path: { id: administration } }, options),
    location: (options) => call(getLocation, { path: { id: location } }, options),
    registration: (options) =>
      call(
        findRegistration,
        { query: { administration_id: administration, location_id: location } },
        options,
      ),
    settings: (options) =>
      call(getState, ofLocation, options).catch((error: unknown) => {
        if (statusOf(error) === 409) return 'waiting'
        throw error
      }),
    info: (options) => call(getCompanyInfo, { query: { location } }, options),
    templates: (options) => call(listOrderTemplates, ofLocation, options),
    ledgers: (options) => call(listLedgers, ofLocation, options),
    payments: (options) =>
      call(listPaymentLedgers, { headers: { administration, location } }, options),
    async relation(options) {
      const { settings } = $read.get()
      const value = settings.status === 'answered' ? settings.value : null
      // Before there is a coupling, no line is about it.
      if (value === null || value === 'waiting') return null
      const id = defaultRelation(value)
      if (id !== null) {
        const found = await call(getRelation, { ...ofLocation, path: { id } }, options)
        return found && relationOf(found)
      }
      const query = { ...ofLocation.query, relatiecode: walkInCode }
      const found = await call(findRelations, { ...ofLocation, query }, options)
      return found.map(relationOf).find(({ code }) => code === walkInCode) ?? null
    },
    async others(options) {
      const all = await call(listLocations, { headers: { administration } }, options)
      const others = all.filter(({ id }) => String(id) !== String(location))
      return Promise.all(
        others.slice(0, coupledLookUpLimit).map(async ({ id, name }): Promise<OtherLocation> => {
          const query = { location: id }
          const settings = await call(getCompanySettings, { ...ofLocation, query }, options).catch(
            (error: unknown) => {
              logError(environment, 'another location could not be looked up', error)
              return null
            },
          )
          return { name, identifier: settings?.snelstart_administratie_identifier ?? null }
        }),
      )
    },
  }
  const names = Object.keys(asking) as ReadName[]

  /** What each read of the table above said. */
  const unasked = Object.fromEntries(names.map((name) => [name, { status: 'asking' } as const]))
  const $answers = atom<Readonly<Record<string, Answer<unknown>>>>(unasked)
  const $read = computed($answers, (answers) => answers as Answers)

  async function ask(name: ReadName): Promise<void> {
    const asked = signal
    const set = (answer: Answer<unknown>) => {
      if (!asked.aborted) $answers.set({ ...$answers.get(), [name]: answer })
    }
    set({ status: 'asking' })
    try {
      const value = await asking[name]({ signal: asked })
      set({ status: 'answered', value })
      // Which relation it is, the settings say.
      if (name === 'settings' && !asked.aborted) void ask('relation')
    } catch (error) {
      if (asked.aborted) return
      const failure = noteFailure(environment, `could not be read for a check: ${name}`, error)
      set({ status: 'failed', failure, code: statusOf(error) })
      retryWhenOnline(environment, error, asked, () => ask(name))
    }
  }

  const $lines = computed($read, linesOf)

  return {
    $lines: readonlyType($lines),
    /** Asks for everything, or everything once more. */
    start: (): void => {
      signal = nextSignal()
      $answers.set(unasked)
      for (const name of names) if (name !== 'relation') void ask(name)
    },
    stop: () => void nextSignal(),
    /** Asks once more for what a line lacks. */
    askAgain: ({ failed }: Line): void => {
      for (const name of failed) void ask(name)
    },
  }
}
