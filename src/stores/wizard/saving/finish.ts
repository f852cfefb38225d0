import * as z from 'zod/mini'
import type { WritableAtom } from 'nanostores'
import { outcomeOf } from '../../../lib/api/errors.ts'
import { importProducts, importRelations } from '../../../lib/accounting/snelstart/calls.ts'
import { idsOf, ofPlace, placeName, type Place } from '../../../lib/domain/place.ts'
import type { Failure } from '../../../lib/failure.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { redirectDelay } from '../../../lib/limits.ts'
import { logError } from '../../../lib/environment.ts'
import type { DialogLink } from '../../shell/dialogs.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { rememberedInTab } from '../../../lib/remembered.ts'
import type { Wizard } from '../wizard.ts'
import { cashDifferencesOf } from '../draft.ts'
import type { Chain } from './chain.ts'
import type { ImportState, Report, Reports } from './report.ts'
import { noteOwnFailure, SaveError, type Attempt } from './saving.ts'

export const imports = ['products', 'relations'] as const
export type Import = (typeof imports)[number]

/** What is finished: a report of what was saved, and the other locations that were set up likewise. */
export interface Finished extends Attempt {
  report: Report
  others: readonly Place[]
}

/** How far the submit is (§4). */
export type SubmitState =
  | { status: 'unfinished' }
  /** Until everything is saved and the imports were asked about. */
  | { status: 'saving' }
  /** The other locations of the administration, null while they are listed. */
  | { status: 'chain'; chain: Chain | null }
  | { status: 'importing' }
  /** Imports that could not be started, or perhaps run, as the report says, and why; the others run. */
  | ({ status: 'importFailed'; failed: readonly Import[]; message: Failure } & Finished)
  | { status: 'leaving'; report: Report }
  /** Everything is done and the browser is still here. */
  | { status: 'done'; report: Report; customerPortal: URL }

/** The end of the submit: the question about the imports, their start, and the customer portal. */
export function createFinish(choices: Wizard, reports: Reports, $state: WritableAtom<SubmitState>) {
  const { portal, user, place, draft, presets, cashDifferences, ledgers, $values } = choices
  const { gatewayNow } = choices
  const { environment, configuration, dialogs, flags } = portal
  const where = placeName(idsOf(place))
  const operation = (each: Import, at = place) => `import-${each}:${placeName(idsOf(at))}`
  /** Without a key the server cannot tell when a browser repeats a start by itself. */
  const startedBy = ({ isDryRun }: Gateway) =>
    isDryRun || configuration.idempotencyHeader !== null ? 'started' : 'perhapsTwice'
  /** What was saved when the remembered imports ran: on something else they have to run again. */
  const memory = rememberedInTab(environment, user, `imports:${where}`, z.string())

  async function start(each: Import, gateway: Gateway, at: Place): Promise<ImportState> {
    const { query, headers } = ofPlace(at)
    const name = operation(each, at)
    const question = {
      message: { key: 'wizard:importPerhapsStarted' },
      detail: {
        key: 'wizard:importPerhapsStartedHelp',
        parameters: { administration: place.administration.name },
      },
    } as const
    const answer = await (each === 'products'
      ? gateway.write({ name, endpoint: importProducts, request: { headers }, question })
      : gateway.write({ name, endpoint: importRelations, request: { query, headers }, question }))
    return answer === null ? 'unknown' : startedBy(gateway)
  }

  /**
   * Starts an import: products are of the administration, relations of each location, one after the other.
   *
   * @param begin is told once something was started
   */
  async function startAll(each: Import, { gateway, others }: Finished, begin: () => void) {
    const states: ImportState[] = []
    for (const at of each === 'products' ? [place] : [place, ...others]) {
      // The emergency brake (contract §4): what has not begun does not begin.
      if (!gateway.isDryRun && gatewayNow().isDryRun) throw new SaveError('wizard:notStartedDryRun')
      states.push(await start(each, gateway, at))
      begin()
    }
    return states.includes('unknown') ? 'unknown' : startedBy(gateway)
  }

  /** What became of an import that an earlier load of the page asked for. */
  function rememberedState(each: Import, gateway: Gateway): ImportState {
    const name = operation(each)
    if (gateway.written.isAnswered(name)) return startedBy(gateway)
    return gateway.written.lastBody(name) === null ? 'notAsked' : 'unknown'
  }

  function forgetImports({ gateway: { written }, others }: Finished): void {
    for (const each of imports)
      for (const at of [place, ...others]) written.forget(operation(each, at))
    memory.clear()
  }

  /** The last report is the one that is kept, whenever the page is left. */
  function keep({ report: before, ...attempt }: Finished, imports = before.imports): Finished {
    const report = { ...before, imports }
    void attempt.gateway.note(() => reports.keep(report))
    return { ...attempt, report }
  }

  async function leave(finished: Finished): Promise<void> {
    const { gateway, report, others } = finished
    const address = new URL(configuration.customerPortalUrl)
    await gateway.note(async () => {
      forgetImports(finished)
      draft.clear()
      presets.remember($values.get())
      const number = ledgers.cash_differences.$number.get().trim()
      cashDifferences.remember(number)
      for (const at of others) {
        ;(await cashDifferencesOf(environment, user, idsOf(at))).remember(number)
      }
    })
    if (!flags.isEnabled('skip_final_redirect')) {
      $state.set({ status: 'leaving', report })
      await gateway.leave(address)
    }
    $state.set({ status: 'done', report, customerPortal: address })
  }

  async function startImports(finished: Finished, wanted: readonly Import[]): Promise<void> {
    $state.set({ status: 'importing' })
    const before = finished.report.imports
    const states = { ...before }
    for (const each of wanted) {
      if (!['started', 'perhapsTwice'].includes(before[each])) states[each] = 'unknown'
    }
    keep(finished, { ...states })
    const errors: Partial<Record<Import, unknown>> = {}
    await Promise.all(
      wanted.map(async (each) => {
        let hasBegun = false
        try {
          states[each] = await startAll(each, finished, () => (hasBegun = true))
        } catch (error) {
          errors[each] = error
          // What is no refusal may have started it, and that of a repetition says nothing of the first.
          const mayRun = outcomeOf(error) !== 'refused' || before[each] === 'unknown' || hasBegun
          states[each] = mayRun ? 'unknown' : 'notStarted'
        }
      }),
    )
    const known = keep(finished, states)
    const failed = wanted.filter((each) => each in errors)
    const [first] = failed
    if (first) {
      const message = noteOwnFailure(environment, 'imports could not be started', errors[first])
      $state.set({ ...known, status: 'importFailed', failed, message })
      return
    }
    await environment.wait(redirectDelay)
    await leave(known)
  }

  /** What each answer does. */
  function questionHelp(isDryRun: boolean): MessageKey {
    if (isDryRun) return 'wizard:startImportHelpDryRun'
    const stays = flags.isEnabled('skip_final_redirect')
    return stays ? 'wizard:startImportHelpStays' : 'wizard:startImportHelp'
  }

  /** The report is worth having, but not worth stopping for. */
  function reportLink(report: Report): { link?: DialogLink } {
    try {
      return { link: reports.linkTo(report) }
    } catch (error) {
      logError(environment, 'the report could not be offered', error)
      return {}
    }
  }

  return {
    /** Asks about the imports, starts them, and goes to the customer portal. */
    finish: async (saved: Finished) => {
      const { gateway } = saved
      let finished = saved
      await gateway.note(() => {
        // In the shape that tabs remember which were open before an update of the portal.
        const content = JSON.stringify([false, saved.choices])
        if (memory.read() === content) {
          finished = keep(saved, {
            products: rememberedState('products', gateway),
            relations: rememberedState('relations', gateway),
          })
          return
        }
        keep(saved)
        forgetImports(saved)
        memory.write(content)
      })
      const hasAgreed = await dialogs.confirm({
        message: { key: 'wizard:startImport' },
        detail: { key: questionHelp(gateway.isDryRun) },
        agree: { key: 'wizard:startImportAgree' },
        decline: { key: 'wizard:startImportDecline' },
        ...reportLink(finished.report),
      })
      if (hasAgreed) return startImports(finished, imports)
      const states = { ...finished.report.imports }
      for (const each of imports) {
        // It will not be any more.
        if (states[each] === 'notAsked') states[each] = 'notStarted'
      }
      await leave(keep(finished, states))
    },
    /** Starts the imports that could not be started. */
    retry: async () => {
      const state = $state.get()
      if (state.status === 'importFailed') await startImports(state, state.failed)
    },
    /** Goes to the customer portal without them. */
    goOn: async () => {
      const state = $state.get()
      if (state.status === 'importFailed') await leave(state)
    },
  }
}
