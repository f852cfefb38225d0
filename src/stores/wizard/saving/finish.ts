import * as z from 'zod/mini'
import type { WritableAtom } from 'nanostores'
import { outcomeOf } from '../../../lib/api/errors.ts'
import { importProducts } from '../../../lib/accounting/snelstart/calls/products.ts'
import { importRelations } from '../../../lib/accounting/snelstart/calls/relations.ts'
import type { Choices } from '../../../lib/accounting/snelstart/settings.ts'
import { idsOf, ofPlace, placeName } from '../../../lib/domain/place.ts'
import { noteFailure, type Failure } from '../../../lib/failure.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { redirectDelay } from '../../../lib/limits.ts'
import { logError } from '../../../lib/environment.ts'
import type { DialogLink } from '../../shell/dialogs.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { createTabMemory } from '../../gateway/tab-memory.ts'
import type { WizardChoices } from '../choices.ts'
import type { ImportState, Report } from './report.ts'

export const imports = ['products', 'relations'] as const
export type Import = (typeof imports)[number]

/** How far the submit is (§4). */
export type SubmitState =
  | { status: 'unfinished' }
  /** The settings are read anew: somebody else may have changed them. */
  | { status: 'reading' }
  | { status: 'saving' }
  /** Everything is saved; the imports are asked about. */
  | { status: 'asking' }
  | { status: 'importing' }
  /** Imports that could not be started, or perhaps run, as the report says, and why; the others run. */
  | { status: 'importFailed'; failed: readonly Import[]; message: Failure; report: Report }
  | { status: 'leaving'; report: Report }
  /** Everything is done and the browser is still here. */
  | { status: 'done'; report: Report; customerPortal: URL }

/** What is finished: a report of what was saved, by the gateway that saved it. */
export interface Finished {
  gateway: Gateway
  report: Report
  /** What was saved: an import that ran on something else has to run again. */
  choices: Choices
}

/** What is submitted, and what becomes of it. */
export interface Submission {
  /** Null while something is missing. */
  choicesNow: () => Choices | null
  /** Looks at what a dry run only pretended to create; false when that is in the way. */
  isForReal: () => Promise<boolean>
  writeReport: (gateway: Gateway) => Report
  /** Offers the report as a download. */
  linkTo: (report: Report) => DialogLink
  /** Keeps the report as it is by now. */
  keepReport: (report: Report) => void
  /** Everything is saved, and the user was told: what was filled in can go. */
  onFinished: () => void
}

/** What was not asked for by now will not be. */
function declined({ imports: known }: Report): Partial<Report['imports']> {
  const open = imports.filter((each) => known[each] === 'notAsked')
  return Object.fromEntries(open.map((each) => [each, 'notStarted' as const]))
}

/** The end of the submit: the question about the imports, their start, and the customer portal. */
export function createFinish(
  { portal, user, place }: WizardChoices,
  submission: Submission,
  $state: WritableAtom<SubmitState>,
) {
  const { environment, configuration, dialogs, flags } = portal
  const where = placeName(idsOf(place))
  const operation = (each: Import) => `import-${each}:${where}`
  const startedBy = ({ isExact }: Gateway) => (isExact ? 'started' : 'perhapsTwice')
  /** What the remembered imports ran on, also after a reload. */
  const memory = createTabMemory(environment, user, `imports:${where}`, z.string())
  /** In the shape that tabs remember which were open before an update of the portal. */
  const contentOf = ({ choices }: Finished) => JSON.stringify([false, choices])
  let current: Finished | null = null

  async function start(each: Import, gateway: Gateway): Promise<ImportState> {
    const { query, headers } = ofPlace(place)
    const name = operation(each)
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

  /** What became of an import that an earlier load of the page asked for. */
  function rememberedState(each: Import, gateway: Gateway): ImportState {
    const name = operation(each)
    if (gateway.written.isAnswered(name)) return startedBy(gateway)
    return gateway.written.lastBody(name) === null ? 'notAsked' : 'unknown'
  }

  /** Of the same content some imports may run already, also since before a reload. */
  async function knownImports(finished: Finished): Promise<Report['imports']> {
    const { gateway, report } = finished
    const content = contentOf(finished)
    if (current?.gateway === gateway && contentOf(current) === content) {
      return current.report.imports
    }
    let known = report.imports
    await gateway.note(() => {
      if (memory.read() !== content) return
      known = {
        products: rememberedState('products', gateway),
        relations: rememberedState('relations', gateway),
      }
    })
    return known
  }

  function forgetImports({ written }: Gateway): void {
    for (const each of imports) written.forget(operation(each))
    memory.clear()
  }

  /** What is known so far: the last report is the one that is kept, whenever the page is left. */
  function keep(finished: Finished, states: Partial<Report['imports']> = {}): Finished {
    const imports = { ...finished.report.imports, ...states }
    const known = { ...finished, report: { ...finished.report, imports } }
    current = known
    void finished.gateway.note(() => submission.keepReport(known.report))
    return known
  }

  async function leave({ gateway, report }: Finished): Promise<void> {
    const address = new URL(configuration.customerPortalUrl)
    await gateway.note(() => {
      forgetImports(gateway)
      submission.onFinished()
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
    const open = wanted.filter((each) => !['started', 'perhapsTwice'].includes(before[each]))
    keep(finished, Object.fromEntries(open.map((each) => [each, 'unknown' as const])))
    const results = await Promise.allSettled(wanted.map((each) => start(each, finished.gateway)))
    const states: Partial<Report['imports']> = {}
    const failed: Import[] = []
    let reason: unknown
    for (const [index, result] of results.entries()) {
      const each = wanted[index] ?? 'products'
      if (result.status === 'fulfilled') states[each] = result.value
      else {
        failed.push(each)
        reason ??= result.reason
        // What is no refusal may have started it, and that of a repetition says nothing of the first.
        const isOpen = outcomeOf(result.reason) !== 'refused' || before[each] === 'unknown'
        states[each] = isOpen ? 'unknown' : 'notStarted'
      }
    }
    const known = keep(finished, states)
    if (failed.length > 0) {
      const message = noteFailure(environment, 'imports could not be started', reason)
      $state.set({ status: 'importFailed', failed, message, report: known.report })
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
      return { link: submission.linkTo(report) }
    } catch (error) {
      logError(environment, 'the report could not be offered', error)
      return {}
    }
  }

  return {
    /** Asks about the imports, starts them, and goes to the customer portal. */
    finish: async (saved: Finished) => {
      $state.set({ status: 'asking' })
      const { gateway } = saved
      const finished = keep(saved, await knownImports(saved))
      const { report } = finished
      await gateway.note(() => {
        const content = contentOf(saved)
        if (memory.read() === content) return
        forgetImports(gateway)
        memory.write(content)
      })
      const hasAgreed = await dialogs.confirm({
        message: { key: 'wizard:startImport' },
        detail: { key: questionHelp(gateway.isDryRun) },
        agree: { key: 'wizard:startImportAgree' },
        decline: { key: 'wizard:startImportDecline' },
        ...reportLink(report),
      })
      if (hasAgreed) await startImports(finished, imports)
      else await leave(keep(finished, declined(report)))
    },
    /** Starts the imports that could not be started. */
    retry: async () => {
      const state = $state.get()
      if (state.status === 'importFailed' && current) await startImports(current, state.failed)
    },
    /** Goes to the customer portal without them. */
    goOn: async () => {
      if ($state.get().status === 'importFailed' && current) await leave(current)
    },
  }
}
