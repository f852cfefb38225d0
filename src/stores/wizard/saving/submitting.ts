import { atom, readonlyType } from 'nanostores'
import * as z from 'zod/mini'
import { importProducts, importRelations } from '../../../lib/accounting/snelstart/calls.ts'
import { isDesktop } from '../../../lib/accounting/snelstart/choices.ts'
import {
  decidedIn,
  isLack,
  type ImportState,
  type Report,
  type Summarized,
} from '../../../lib/accounting/snelstart/summary.ts'
import { productsIn, wizardRules } from '../../../lib/accounting/snelstart/values.ts'
import { dryRunId } from '../../../lib/api/endpoint.ts'
import { outcomeOf } from '../../../lib/api/errors.ts'
import { listLocations } from '../../../lib/api/locations.ts'
import { idsOf, ofPlace, placeName, type Place } from '../../../lib/domain/place.ts'
import type { Failure } from '../../../lib/failure.ts'
import type { Message, MessageKey } from '../../../lib/i18n/messages.ts'
import { redirectDelay } from '../../../lib/limits.ts'
import { rememberedInTab } from '../../../lib/remembered.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { tellFailure } from '../../shell/screen-store.ts'
import type { Wizard } from '../wizard.ts'
import { cashDifferencesOf } from '../draft.ts'
import { createChain, type Chain } from './chain.ts'
import type { Reports } from './report.ts'
import { createSaving, noteOwnFailure, SaveError, type Attempt, type Save } from './saving.ts'

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
  /** Null while the other locations are listed. */
  | { status: 'chain'; chain: Chain | null }
  | { status: 'importing' }
  /** Imports that could not be started, or perhaps run, as the report says, and why; the others run. */
  | ({ status: 'importFailed'; failed: readonly Import[]; message: Failure } & Finished)
  | { status: 'leaving'; report: Report }
  /** Everything is done and the browser is still here. */
  | { status: 'done'; report: Report; customerPortal: URL }

/**
 * The submit of the wizard (§4), from the press to the customer portal: what is sent is what is on the
 * screen, each time. Its steps stand below in their order.
 */
export function createSubmitting(choices: Wizard, reports: Reports, summarized: () => Summarized) {
  const { portal, user, gatewayNow, place, templates, $values, $problems } = choices
  const { ledgers, relation, draft, presets, cashDifferences } = choices
  const { environment, configuration, dialogs, flags } = portal
  const $state = atom<SubmitState>({ status: 'unfinished' })
  const saving = createSaving(choices)
  let submitted: Attempt | null = null
  /** What was saved when the remembered imports ran: on something else they have to run again. */
  const importsName = `imports:${placeName(idsOf(place))}`
  const memory = rememberedInTab(environment, user, importsName, z.string())

  const alert = (key: MessageKey, detail?: Message) => dialogs.alert({ message: { key }, detail })

  function areTemplatesGone(): boolean {
    const { snelstart = [], inhandel = [] } = $problems.get()
    return snelstart.length + inhandel.length > 0
  }

  /**
   * First: whether what would be written is still there, for real; tells what is not. What was looked up long
   * ago, or what a dry run only pretended to make, is looked up again.
   */
  async function isThere(): Promise<boolean> {
    const items = [...Object.values(ledgers), relation]
    const existing = items.filter(({ $state }) => $state.get().status === 'existing')
    const pretended = existing.filter(({ $state }) => {
      const state = $state.get()
      return state.status === 'existing' && state.origin === 'dryRun'
    })
    await Promise.all([
      ...existing.map((item) => (pretended.includes(item) || item.isOld()) && item.retry()),
      isDesktop($values.get()) && templates.isOld() && templates.reload(),
    ])
    const states = existing.map(({ $state }) => $state.get())
    const [failed] = states.flatMap((state) => (state.status === 'failed' ? state.message : []))
    const isGone = states.some(({ status }) => status === 'missing') || areTemplatesGone()
    if (pretended.length > 0) await alert('wizard:dryRunItems')
    else if (productsIn($values.get()).some(({ id }) => id === dryRunId))
      await alert('wizard:dryRunProduct')
    else if (failed) await alert('wizard:submitFailed', failed)
    else if (isGone) await alert('wizard:goneMeanwhile')
    else return true
    return false
  }

  /** What would be sent now; null while something is missing. */
  function attemptIn(gateway: Gateway): Attempt | null {
    const isIncomplete = Object.values($problems.get()).some((problems) => problems.length > 0)
    const isValid = wizardRules.safeParse($values.get()).success
    return isIncomplete || !isValid ? null : { gateway, choices: decidedIn(summarized()) }
  }

  /**
   * Every way to a save: looks whether all is there, reads, compares, sends, and goes on once all is saved.
   *
   * @param failed the one line to be repeated, of what was submitted
   */
  async function send(failed?: Save): Promise<void> {
    $state.set({ status: 'saving' })
    const gateway = gatewayNow()
    if (!(await gateway.mayWrite(isThere))) return
    const attempt = attemptIn(gateway)
    if (attempt === null) return alert('form:incomplete')
    if (failed && (!submitted || !isSame(attempt, submitted))) return alert('wizard:changedSince')
    const obstacle = await saving.send(attempt, failed)
    if (obstacle === 'wizard:unconfirmed') return alert(obstacle, { key: 'wizard:unconfirmedHelp' })
    if (obstacle !== null) return alert(obstacle)
    submitted = attempt
    // The last save to end goes on, when all of them succeeded.
    if (!saving.isSaved(attempt)) return
    const report = reports.write(gateway)
    // Whoever goes away from here has it as well.
    await gateway.note(() => reports.keep(report))
    await askAboutImports({ ...attempt, report, others: [] })
  }

  /** The last report is the one that is kept, whenever the page is left. */
  function keep({ report: before, ...attempt }: Finished, imports = before.imports): Finished {
    const report = { ...before, imports }
    void attempt.gateway.note(() => reports.keep(report))
    return { ...attempt, report }
  }

  const operation = (each: Import, at = place) => `import-${each}:${placeName(idsOf(at))}`

  /** Without a key the server cannot tell when a browser repeats a start by itself. */
  const startedBy = ({ isDryRun }: Gateway) =>
    isDryRun || configuration.idempotencyHeader !== null ? 'started' : 'perhapsTwice'

  /** What became of an import that an earlier load of the page asked for. */
  function rememberedState(each: Import, gateway: Gateway): ImportState {
    if (gateway.written.isAnswered(operation(each))) return startedBy(gateway)
    return gateway.written.lastBody(operation(each)) === null ? 'notAsked' : 'unknown'
  }

  /** Products are of the administration, relations of each location. */
  const placesOf = (each: Import, { others }: Finished) =>
    each === 'products' ? [place] : [place, ...others]

  function forgetImports(finished: Finished): void {
    for (const each of imports)
      for (const at of placesOf(each, finished))
        finished.gateway.written.forget(operation(each, at))
    memory.clear()
  }

  function questionHelp(isDryRun: boolean): MessageKey {
    if (isDryRun) return 'wizard:startImportHelpDryRun'
    const stays = flags.isEnabled('skip_final_redirect')
    return stays ? 'wizard:startImportHelpStays' : 'wizard:startImportHelp'
  }

  /** Then: the question about the imports, their start, and the customer portal. */
  async function askAboutImports(saved: Finished): Promise<void> {
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
      link: reports.linkTo(finished.report),
    })
    if (hasAgreed) return startImports(finished, imports)
    const states = { ...finished.report.imports }
    for (const each of imports) {
      // It will not be any more.
      if (states[each] === 'notAsked') states[each] = 'notStarted'
    }
    await leave(keep(finished, states))
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
        try {
          states[each] = await start(each, finished)
        } catch (error) {
          errors[each] = error
          const hasBegun = placesOf(each, finished).some((at) =>
            finished.gateway.written.isAnswered(operation(each, at)),
          )
          // What is no refusal may have started it, and that of a repetition says nothing of the first.
          const mayRun = outcomeOf(error) !== 'refused' || before[each] === 'unknown' || hasBegun
          states[each] = mayRun ? 'unknown' : 'notStarted'
        }
      }),
    )
    const known = keep(finished, states)
    const failed = wanted.filter((each) => each in errors)
    const [first] = failed
    if (first !== undefined) {
      const message = noteOwnFailure(environment, 'imports could not be started', errors[first])
      $state.set({ ...known, status: 'importFailed', failed, message })
      return
    }
    await environment.wait(redirectDelay)
    await leave(known)
  }

  /** Starts an import everywhere, one after the other. */
  async function start(each: Import, finished: Finished): Promise<ImportState> {
    const { gateway } = finished
    const parameters = { administration: place.administration.name }
    const question = {
      message: { key: 'wizard:importPerhapsStarted' },
      detail: { key: 'wizard:importPerhapsStartedHelp', parameters },
    } as const
    let isLeftOpen = false
    for (const at of placesOf(each, finished)) {
      // The emergency brake (contract §4): what has not begun does not begin.
      if (!gateway.isDryRun && gatewayNow().isDryRun) throw new SaveError('wizard:notStartedDryRun')
      const { query, headers } = ofPlace(at)
      const write = { name: operation(each, at), question }
      const answer = await (each === 'products'
        ? gateway.write({ ...write, endpoint: importProducts, request: { headers } })
        : gateway.write({ ...write, endpoint: importRelations, request: { query, headers } }))
      if (answer === null) isLeftOpen = true
    }
    return isLeftOpen ? 'unknown' : startedBy(gateway)
  }

  /** At last: forgets what was for this submit alone, and goes to the customer portal. */
  async function leave(finished: Finished): Promise<void> {
    const { gateway, report, others } = finished
    const customerPortal = new URL(configuration.customerPortalUrl)
    await gateway.note(async () => {
      forgetImports(finished)
      draft.clear()
      presets.remember($values.get())
      const number = ledgers.cash_differences.$number.get().trim()
      cashDifferences.write(number)
      for (const at of others) {
        ;(await cashDifferencesOf(environment, user, idsOf(at))).write(number)
      }
    })
    if (!flags.isEnabled('skip_final_redirect')) {
      $state.set({ status: 'leaving', report })
      await gateway.leave(customerPortal)
    }
    $state.set({ status: 'done', report, customerPortal })
  }

  /** Beside that: offers the other locations of the administration what this one has stored (product §2). */
  async function openChain(before: SubmitState): Promise<void> {
    const gateway = gatewayNow()
    const attempt = { gateway, choices: decidedIn(summarized()) }
    // What no setting holds, such as a product or the ledger of cash differences, others are not sent.
    const isUnsettled = isLack(summarized().relation) || areTemplatesGone()
    if (isUnsettled || !saving.isStored(attempt)) return alert('wizard:chainUnsaved')
    $state.set({ status: 'chain', chain: null })
    const headers = { administration: place.administration.id }
    const locations = await gateway.call(listLocations, { headers }).catch((error: unknown) => {
      $state.set(before)
      throw error
    })
    const others = locations.filter(({ id }) => String(id) !== String(place.location.id))
    if (others.length === 0) {
      $state.set(before)
      return alert('wizard:chainNone')
    }
    const saved = { ...attempt, report: reports.write(gateway), others: [] }
    const chain = createChain(choices, summarized, saved, others, isThere, async (ended) => {
      $state.set(ended.others.length > 0 ? { status: 'saving' } : before)
      if (ended.others.length > 0) await askAboutImports(ended)
    })
    $state.set({ status: 'chain', chain })
    await chain.more()
  }

  /** Shows whatever goes wrong, and leaves the wizard usable. */
  async function guarded(work: () => Promise<void>, key: MessageKey = 'wizard:submitFailed') {
    try {
      await work()
    } catch (error) {
      await tellFailure(portal, { key }, error)
    } finally {
      // What ended without a result can be tried again.
      const { status } = $state.get()
      const isKept = ['importFailed', 'done', 'chain'].includes(status)
      if (!isKept && !saving.isLoading()) $state.set({ status: 'unfinished' })
    }
  }

  return {
    $lines: saving.$lines,
    $state: readonlyType($state),
    submit: async () => {
      const { status } = $state.get()
      if (status === 'saving') await alert('wizard:stillSending')
      else if (['unfinished', 'importFailed', 'done'].includes(status)) await guarded(() => send())
    },
    retry: (save: Save) => guarded(() => send(save)),
    /** Offers the other locations the settings of this one, unless something is under way. */
    openChain: async () => {
      const before = $state.get()
      if (before.status === 'unfinished' || before.status === 'done')
        await guarded(() => openChain(before), 'wizard:chainFailed')
    },
    retryImports: () =>
      guarded(async () => {
        const state = $state.get()
        if (state.status === 'importFailed') await startImports(state, state.failed)
      }),
    goOn: () =>
      guarded(async () => {
        const state = $state.get()
        if (state.status === 'importFailed') await leave(state)
      }),
    inChain: (work: (chain: Chain) => Promise<void>) => {
      const state = $state.get()
      const chain = state.status === 'chain' ? state.chain : null
      return chain ? guarded(() => work(chain)) : Promise.resolve()
    },
  }
}

function isSame(one: Attempt, other: Attempt): boolean {
  const isOfSameChoices = JSON.stringify(one.choices) === JSON.stringify(other.choices)
  return one.gateway === other.gateway && isOfSameChoices
}
