import { importProducts, importRelations } from '../../../lib/accounting/snelstart/calls.ts'
import type { KeptReport, Report } from '../../../lib/accounting/snelstart/summary.ts'
import { outcomeOf, WordedError } from '../../../lib/api/errors.ts'
import { idsOf, ofPlace, placeName, type Place } from '../../../lib/domain/place.ts'
import { noteFailure, type Failure } from '../../../lib/failure.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import { redirectDelay } from '../../../lib/limits.ts'
import { gatewayOf, type Gateway } from '../../gateway/gateway.ts'
import type { Content } from '../../shell/dialogs.ts'
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
export interface Saved {
  gateway: Gateway
  /** Locations whose relations are imported; products are of the administration. */
  places: readonly Place[]
  /** None of a chain. */
  report?: KeptReport
}

/** The same, with what became of the imports, as the screen shows it. */
export interface Ended extends Omit<Saved, 'report'> {
  imports: Report['imports']
  report?: Report
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
  /** What stands above the question, and is offered with it. */
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
  { $state, said, forget }: Parts,
) {
  const { environment, configuration, dialogs, flags } = portal
  /** The records as this page knows them, for a browser that cannot keep any. */
  const known = new Map<string, ImportRecord>()
  let isUnderWay = false

  async function recordOf({ owner, isDryRun }: Gateway, at: Place) {
    const memory = await importsOf(owner, idsOf(at))
    const name = `${isDryRun} ${placeName(idsOf(at))}`
    const read = () => memory.read() ?? known.get(name) ?? noImports
    return {
      read,
      update: (changes: Partial<ImportRecord>) => {
        const record = { ...read(), ...changes }
        known.set(name, record)
        memory.keep(record)
      },
    }
  }

  const recordsAt = (places: readonly Place[], gateway: Gateway) =>
    Promise.all(places.map((at) => recordOf(gateway, at)))

  const recordsOf = ({ gateway, places }: Pick<Saved, 'gateway' | 'places'>) =>
    recordsAt([...new Set([place, ...places])], gateway)

  const placesOf = (each: Import, { places }: Pick<Saved, 'places'>) =>
    each === 'products' ? [place] : places

  async function endOf({ report, ...saved }: Saved | Ended): Promise<Ended> {
    /** The state of an import at all its places together. */
    async function stateOf(each: Import) {
      const records = await recordsAt(placesOf(each, saved), saved.gateway)
      const [first = 'notStarted', ...others] = records.map(
        ({ read }) => importStates(read())[each],
      )
      return others.every((other) => other === first) ? first : 'unknown'
    }
    const states = { products: await stateOf('products'), relations: await stateOf('relations') }
    return { ...saved, imports: states, ...(report && { report: { ...report, imports: states } }) }
  }

  /** Says when an import was last started, and if it may still be running. */
  async function lastStartOf(each: Import, saved: Saved): Promise<Message[]> {
    const records = await recordsAt(placesOf(each, saved), saved.gateway)
    const starts = records.flatMap(({ read }) => read()[each] ?? [])
    const [last] = starts.sort((one, other) => other.at - one.at)
    if (!last) return []
    const format = new Intl.DateTimeFormat(portal.locale, { dateStyle: 'long', timeStyle: 'short' })
    const isUncertain = starts.some(({ outcome }) => outcome === 'unknown')
    const key = lastStartTexts[each][isUncertain ? 'perhaps' : 'certain']
    return [{ key, parameters: { time: format.format(last.at) } }]
  }

  async function helpOf(saved: Saved): Promise<Pick<Content, 'about' | 'detail'>> {
    if (saved.gateway.isDryRun) return { detail: { key: 'wizard:startImportHelpDryRun' } }
    const stays = flags.isEnabled('skip_final_redirect')
    const starts = await Promise.all(imports.map((each) => lastStartOf(each, saved)))
    return {
      about: [{ key: 'wizard:startImportHelp' }, ...starts.flat()],
      detail: { key: stays ? 'wizard:startImportHelpStays' : 'wizard:startImportHelpLeaves' },
    }
  }

  async function ask(saved: Saved): Promise<void> {
    const hasAgreed = await dialogs.confirm({
      message: { key: 'wizard:startImport' },
      ...(await helpOf(saved)),
      agree: { key: 'wizard:startImportAgree' },
      decline: { key: 'wizard:startImportDecline' },
      ...said(await endOf(saved)),
    })
    for (const record of await recordsOf(saved)) record.update({ isAnswered: true })
    if (hasAgreed) await start(saved)
    else await leave(await endOf(saved))
  }

  async function start(saved: Saved | Ended, wanted: readonly Import[] = imports): Promise<void> {
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
    const ended = await endOf(saved)
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

  /** Starts an import at a place, unless this completion has done so, in this tab or another. */
  async function startAt(each: Import, at: Place, gateway: Gateway): Promise<void> {
    const { read, update } = await recordOf(gateway, at)
    const earlier = read()[each]
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
    update({ [each]: { at: now, outcome: 'unknown' } })
    try {
      await (each === 'products'
        ? gateway.write({ endpoint: importProducts, request: { headers }, question })
        : gateway.write({ endpoint: importRelations, request: { query, headers }, question }))
    } catch (error) {
      // An answer to a repetition says nothing of the first start.
      if (outcomeOf(error) === 'refused') update({ [each]: earlier })
      throw error
    }
    // Without a key the server cannot tell when a browser repeats a start by itself.
    const isOnce = gateway.isDryRun || configuration.idempotencyHeader !== null
    update({ [each]: { at: now, outcome: isOnce ? 'started' : 'perhapsTwice' } })
  }

  /** Forgets what was for this completion alone, and goes to the customer portal. */
  async function leave(ended: Ended): Promise<void> {
    isUnderWay = false
    await forget(ended)
    if (!flags.isEnabled('skip_final_redirect')) {
      $state.set({ ...ended, status: 'leaving' })
      await ended.gateway.leave(new URL(configuration.customerPortalUrl))
    }
    $state.set({ ...ended, status: 'done' })
  }

  return {
    /**
     * Opens the record of a completion, before its first save. A completion that goes on without another change keeps
     * the imports that it has started.
     */
    begin: async (saved: Pick<Saved, 'gateway' | 'places'>, isChanging: boolean): Promise<void> => {
      const isNew = !isUnderWay || isChanging
      isUnderWay = true
      for (const { read, update } of await recordsOf(saved)) {
        const { products, relations } = read()
        update({
          isAnswered: false,
          ...(isNew && {
            products: products && { ...products, isEarlier: true },
            relations: relations && { ...relations, isEarlier: true },
          }),
        })
      }
    },
    ask,
    retry: async (): Promise<void> => {
      const state = $state.get()
      if (state.status === 'importFailed') await start(state, state.failed)
    },
    goOn: async (): Promise<void> => {
      const state = $state.get()
      if (state.status === 'importFailed') await leave(state)
    },
  }
}
