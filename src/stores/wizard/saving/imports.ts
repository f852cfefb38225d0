import { atom, readonlyType } from 'nanostores'
import { importProducts, importRelations } from '../../../lib/accounting/snelstart/calls.ts'
import type { ImportStates, Report } from '../../../lib/accounting/snelstart/summary.ts'
import { outcomeOf, WordedError } from '../../../lib/api/errors.ts'
import { idsOf, ofPlace, placeName, type Place } from '../../../lib/domain/place.ts'
import { noteFailure, type Failure } from '../../../lib/failure.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import { redirectDelay } from '../../../lib/limits.ts'
import { gatewayOf, type Gateway } from '../../gateway/gateway.ts'
import type { Content } from '../../shell/dialogs.ts'
import { tellFailure } from '../../shell/screen-store.ts'
import type { Wizard } from '../wizard.ts'
import {
  type Import,
  type ImportRecord,
  imports,
  importsOf,
  importStates,
  noImports,
} from './import-record.ts'

/** A completion whose saves all succeeded. */
interface Saved {
  gateway: Gateway
  /** Locations whose relations are imported; products are of the administration. */
  places: readonly Place[]
  /** None of a chain. */
  report?: Report
}

/** A completion with the states of its imports, as the screen shows them. */
interface Ended extends Saved {
  imports: ImportStates
}

export type EndState =
  | { status: 'importing' }
  /** Imports that could not be started, or perhaps run, and why; the others run. */
  | ({ status: 'importFailed'; failed: readonly Import[]; message: Failure } & Ended)
  /** Done: the browser is still here. */
  | ({ status: 'leaving' | 'done' } & Ended)

interface Parts {
  $state: {
    get: () => EndState | { status: 'choosing' | 'unfinished' | 'saving' }
    set: (state: EndState) => void
  }
  /** Sets the state from which a press can be repeated. */
  reset: () => void
  isSending: () => boolean
  /** Texts above the question, and a link that it offers. */
  said: (ended: Ended) => Pick<Content, 'before' | 'link'>
  /** Forgets what was for this completion alone, before the page is left. */
  forget: (ended: Ended) => Promise<void>
}

const lastStartTexts = {
  products: { certain: 'wizard:importProductsLast', perhaps: 'wizard:importProductsPerhaps' },
  relations: { certain: 'wizard:importRelationsLast', perhaps: 'wizard:importRelationsPerhaps' },
} as const

/** What comes after the saves (§4). */
export function createImports(
  { portal, place }: Pick<Wizard, 'portal' | 'place'>,
  { $state, reset, isSending, said, forget }: Parts,
) {
  const { environment, configuration, dialogs, flags } = portal
  const $isBusy = atom(false)
  /** Records that this page has written: no other tab completes these places meanwhile. */
  const records = new Map<string, ImportRecord>()

  const nameOf = ({ isDryRun }: Gateway, at: Place) => `${isDryRun} ${placeName(idsOf(at))}`
  const recordOf = (gateway: Gateway, at: Place) => records.get(nameOf(gateway, at)) ?? noImports

  async function update(
    gateway: Gateway,
    at: Place,
    changesTo: (record: ImportRecord) => Partial<ImportRecord>,
  ): Promise<void> {
    const memory = await importsOf(gateway.owner, idsOf(at))
    const name = nameOf(gateway, at)
    // The browser may be unable to keep what this page has written.
    const before = records.get(name) ?? memory.read() ?? noImports
    const record = { ...before, ...changesTo(before) }
    records.set(name, record)
    memory.keep(record)
  }

  const placesOf = (each: Import, { places }: Pick<Saved, 'places'>) =>
    each === 'products' ? [place] : places

  function endOf({ report, ...saved }: Saved): Ended {
    /** The state of an import at all its places together. */
    const stateOf = (each: Import) => {
      const [first = 'notStarted', ...others] = placesOf(each, saved).map(
        (at) => importStates(recordOf(saved.gateway, at))[each],
      )
      return others.every((other) => other === first) ? first : 'unknown'
    }
    const states = { products: stateOf('products'), relations: stateOf('relations') }
    return { ...saved, imports: states, ...(report && { report: { ...report, imports: states } }) }
  }

  /** Says when an import was last started, and if it may still be running. */
  function lastStartOf(each: Import, saved: Saved): Message[] {
    const starts = placesOf(each, saved).flatMap((at) => recordOf(saved.gateway, at)[each] ?? [])
    if (starts.length === 0) return []
    const format = new Intl.DateTimeFormat(portal.locale, { dateStyle: 'long', timeStyle: 'short' })
    const isUncertain = starts.some(({ outcome }) => outcome === 'unknown')
    const key = lastStartTexts[each][isUncertain ? 'perhaps' : 'certain']
    const time = format.format(Math.max(...starts.map(({ at }) => at)))
    return [{ key, parameters: { time } }]
  }

  function helpOf(saved: Saved): Pick<Content, 'about' | 'detail'> {
    if (saved.gateway.isDryRun) return { detail: { key: 'wizard:startImportHelpDryRun' } }
    const stays = flags.isEnabled('skip_final_redirect')
    return {
      about: [
        { key: 'wizard:startImportHelp' },
        ...imports.flatMap((each) => lastStartOf(each, saved)),
      ],
      detail: { key: stays ? 'wizard:startImportHelpStays' : 'wizard:startImportHelpLeaves' },
    }
  }

  async function start(saved: Saved, wanted: readonly Import[] = imports): Promise<void> {
    $state.set({ status: 'importing' })
    const errors: Partial<Record<Import, unknown>> = {}
    await Promise.all(
      wanted.map(async (each) => {
        try {
          for (const at of placesOf(each, saved)) await startAt(each, at, saved.gateway)
        } catch (error) {
          errors[each] = error
        }
      }),
    )
    const ended = endOf(saved)
    const failed = wanted.filter((each) => each in errors)
    const [first] = failed
    if (first !== undefined) {
      const message = noteFailure(environment, 'imports could not be started', errors[first])
      $state.set({ ...ended, status: 'importFailed', failed, message })
      return
    }
    await environment.wait(redirectDelay)
    await leave(ended)
  }

  /** Starts an import at a place, unless this completion has done so. */
  async function startAt(each: Import, at: Place, gateway: Gateway): Promise<void> {
    const { [each]: earlier } = recordOf(gateway, at)
    const parameters = { administration: place.administration.name }
    const question = {
      message: { key: 'wizard:importPerhapsStarted' },
      detail: { key: 'wizard:importPerhapsStartedHelp', parameters },
    } as const
    if (earlier?.outcome === 'unknown') {
      if (!(await dialogs.confirm({ isRisky: true, ...question }))) return
    } else if (earlier && !earlier.isEarlier) return
    // The emergency brake (contract §4): what has not begun does not begin.
    if (!gateway.isDryRun && gatewayOf(portal).isDryRun)
      throw new WordedError('wizard:notStartedDryRun')
    const { query, headers } = ofPlace(at)
    const now = environment.now()
    await update(gateway, at, () => ({ [each]: { at: now, outcome: 'unknown' } }))
    try {
      await (each === 'products'
        ? gateway.write({ endpoint: importProducts, request: { headers }, question })
        : gateway.write({ endpoint: importRelations, request: { query, headers }, question }))
    } catch (error) {
      // An answer to a repetition says nothing of the first start.
      if (outcomeOf(error) === 'refused') await update(gateway, at, () => ({ [each]: earlier }))
      throw error
    }
    // Without a key the server cannot tell when a browser repeats a start by itself.
    const isOnce = gateway.isDryRun || configuration.idempotencyHeader !== null
    const outcome = isOnce ? 'started' : 'perhapsTwice'
    await update(gateway, at, () => ({ [each]: { at: now, outcome } }))
  }

  /** Forgets what was for this completion alone, and goes to the customer portal. */
  async function leave(ended: Ended): Promise<void> {
    await forget(ended)
    if (!flags.isEnabled('skip_final_redirect')) {
      $state.set({ ...ended, status: 'leaving' })
      await ended.gateway.leave(new URL(configuration.customerPortalUrl))
    }
    $state.set({ ...ended, status: 'done' })
  }

  /** Does what a press asks for, unless an earlier press is not through. */
  async function press(work: () => Promise<void>): Promise<void> {
    if ($isBusy.get()) {
      if (isSending()) await dialogs.alert({ message: { key: 'wizard:stillSending' } })
      return
    }
    $isBusy.set(true)
    try {
      await work()
    } catch (error) {
      await tellFailure(portal, { key: 'wizard:submitFailed' }, error)
    } finally {
      if (!['importFailed', 'done'].includes($state.get().status)) reset()
      $isBusy.set(false)
    }
  }

  return {
    /** True from a press until everything that it asks for has ended. */
    $isBusy: readonlyType($isBusy),
    press,
    /** Opens the record of a completion, before its first save. */
    begin: async ({ gateway, places }: Pick<Saved, 'gateway' | 'places'>): Promise<void> => {
      for (const at of new Set([place, ...places])) {
        await update(gateway, at, ({ products, relations }) => ({
          isAnswered: false,
          products: products && { ...products, isEarlier: true },
          relations: relations && { ...relations, isEarlier: true },
        }))
      }
    },
    ask: async (saved: Saved): Promise<void> => {
      const hasAgreed = await dialogs.confirm({
        message: { key: 'wizard:startImport' },
        ...helpOf(saved),
        agree: { key: 'wizard:startImportAgree' },
        decline: { key: 'wizard:startImportDecline' },
        ...said(endOf(saved)),
      })
      for (const at of new Set([place, ...saved.places]))
        await update(saved.gateway, at, () => ({ isAnswered: true }))
      if (hasAgreed) await start(saved)
      else await leave(endOf(saved))
    },
    retry: () =>
      press(async () => {
        const state = $state.get()
        if (state.status === 'importFailed') await start(state, state.failed)
      }),
    goOn: () =>
      press(async () => {
        const state = $state.get()
        if (state.status === 'importFailed') await leave(state)
      }),
  }
}
