import * as z from 'zod/mini'
import type { WritableAtom } from 'nanostores'
import { outcomeOf } from '../../lib/api/errors.ts'
import { importProducts } from '../../lib/api/products.ts'
import { importRelations } from '../../lib/api/relations.ts'
import type { Choices } from '../../lib/domain/company-settings.ts'
import { idsOf, ofPlace, placeName, type Place } from '../../lib/domain/place.ts'
import { failureMessage } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { redirectDelay } from '../../lib/limits.ts'
import { logError } from '../../lib/environment.ts'
import type { DialogLink } from '../shell/dialogs.ts'
import type { Gateway } from '../operations/gateway.ts'
import type { Portal } from '../shell/portal.ts'
import { createTabMemory } from '../operations/tab-memory.ts'
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
  | { status: 'importFailed'; failed: readonly Import[]; message: Message; report: Report }
  | { status: 'leaving'; report: Report }
  /** Everything is done and the browser is still here. */
  | { status: 'done'; report: Report; customerPortal: URL }

/** What is finished: a report of what was saved, by the gateway that saved it. */
export interface Finished {
  gateway: Gateway
  report: Report
  /** What was saved, in one text: an import that ran on something else has to run again. */
  content: string
}

export interface Finish {
  /** Asks about the imports, starts them, and goes to the customer portal. */
  finish: (finished: Finished) => Promise<void>
  /** Starts the imports that could not be started. */
  retry: () => Promise<void>
  /** Goes to the customer portal without them. */
  goOn: () => Promise<void>
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

interface Options {
  portal: Portal
  user: string
  place: Place
  $state: WritableAtom<SubmitState>
  submission: Submission
}

/** What was not asked for by now will not be. */
function declined({ imports: known }: Report): Partial<Report['imports']> {
  const open = imports.filter((each) => known[each] === 'notAsked')
  return Object.fromEntries(open.map((each) => [each, 'notStarted' as const]))
}

export function createFinish(options: Options): Finish {
  const { portal, user, place, $state, submission } = options
  const { environment, configuration, dialogs, flags } = portal
  const where = placeName(idsOf(place))
  const operation = (each: Import) => `import-${each}:${where}`
  const answeredState = (isDryRun: boolean): ImportState =>
    isDryRun || configuration.idempotencyHeader !== null ? 'started' : 'perhapsTwice'
  /** What the remembered imports ran on, also after a reload. */
  const memory = createTabMemory(environment, user, `imports:${where}`, z.string())
  let current: Finished | null = null

  async function start(each: Import, { runOnce, isDryRun }: Gateway): Promise<ImportState> {
    const { query, headers } = ofPlace(place)
    // A service may answer nothing at all, so that the answer does not tell.
    const answer = { isDeclined: false }
    const sendAgain = async () => {
      const hasAgreed = await dialogs.confirm({
        isRisky: true,
        message: { key: 'wizard:importPerhapsStarted' },
        detail: {
          key: 'wizard:importPerhapsStartedHelp',
          parameters: { administration: place.administration.name },
        },
      })
      answer.isDeclined = !hasAgreed
      return hasAgreed
    }
    const name = operation(each)
    await (each === 'products'
      ? runOnce({ name, endpoint: importProducts, request: { headers }, sendAgain })
      : runOnce({ name, endpoint: importRelations, request: { query, headers }, sendAgain }))
    return answer.isDeclined ? 'unknown' : answeredState(isDryRun)
  }

  /** What became of an import that an earlier load of the page asked for. */
  function rememberedState(each: Import, { operations, isDryRun }: Gateway): ImportState {
    const name = operation(each)
    if (operations.isAnswered(name)) return answeredState(isDryRun)
    return operations.lastBody(name) === null ? 'notAsked' : 'unknown'
  }

  /** Of the same content some imports may run already, also since before a reload. */
  function knownImports({ gateway, content, report }: Finished): Report['imports'] {
    if (current?.content === content) return current.report.imports
    if (memory.read() !== content) return report.imports
    return {
      products: rememberedState('products', gateway),
      relations: rememberedState('relations', gateway),
    }
  }

  function forgetImports({ operations }: Gateway): void {
    for (const each of imports) operations.forget(operation(each))
    memory.clear()
  }

  /** What is known so far: the last report is the one that is kept, whenever the page is left. */
  function keep(finished: Finished, states: Partial<Report['imports']> = {}): Finished {
    const imports = { ...finished.report.imports, ...states }
    current = { ...finished, report: { ...finished.report, imports } }
    if (!current.gateway.isDryRun) submission.keepReport(current.report)
    return current
  }

  async function leave({ gateway, report }: Finished): Promise<void> {
    const address = new URL(configuration.customerPortalUrl)
    if (!gateway.isDryRun) {
      forgetImports(gateway)
      submission.onFinished()
    }
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
      logError(environment, 'imports could not be started', reason)
      const message = failureMessage(reason)
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
    finish: async (saved) => {
      $state.set({ status: 'asking' })
      const { gateway, content } = saved
      const finished = keep(saved, knownImports(saved))
      const { report } = finished
      if (!gateway.isDryRun && memory.read() !== content) {
        forgetImports(gateway)
        memory.write(content)
      }
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
    retry: async () => {
      const state = $state.get()
      if (state.status === 'importFailed' && current) await startImports(current, state.failed)
    },
    goOn: async () => {
      if ($state.get().status === 'importFailed' && current) await leave(current)
    },
  }
}
