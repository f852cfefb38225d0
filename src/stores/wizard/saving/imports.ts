import * as z from 'zod/mini'
import { importProducts, importRelations } from '../../../lib/accounting/snelstart/calls.ts'
import { perName } from '../../../lib/accounting/snelstart/ledgers.ts'
import type { ImportState, Report } from '../../../lib/accounting/snelstart/summary.ts'
import { outcomeOf, WordedError } from '../../../lib/api/errors.ts'
import { idsOf, ofPlace, placeName, type Place } from '../../../lib/domain/place.ts'
import { noteFailure, type Failure } from '../../../lib/failure.ts'
import { redirectDelay } from '../../../lib/limits.ts'
import { rememberedInTab } from '../../../lib/remembered.ts'
import { gatewayOf, type Gateway } from '../../gateway/gateway.ts'
import type { Content } from '../../shell/dialogs.ts'
import type { Wizard } from '../wizard.ts'
import type { Attempt } from './saving.ts'

export const imports = ['products', 'relations'] as const
export type Import = (typeof imports)[number]

/** What was saved, and what became of the imports of it. */
export interface Ended extends Attempt {
  /** Locations whose relations are imported; products are of the administration. */
  places: readonly Place[]
  imports: Report['imports']
  /** None of a chain, and none where nothing was saved. */
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
  keep: (ended: Ended) => void
  /** What stands above the question, and is offered with it. */
  said: (ended: Ended) => Pick<Content, 'before' | 'link'>
  /** Forgets what was for this submit alone, before the page is left. */
  forget: (ended: Ended) => Promise<void> | void
}

/** What comes after the saves (§4). */
export function createImports(
  { portal, place }: Pick<Wizard, 'portal' | 'place'>,
  { $state, said, forget, ...parts }: Parts,
) {
  const { environment, configuration, dialogs, flags } = portal
  /** What was saved when the remembered imports ran: on something else they have to run again. */
  const name = `imports:${placeName(idsOf(place))}`
  const memory = rememberedInTab(portal, name, z.string())

  function keep(before: Ended): Ended {
    const { report, imports } = before
    const ended = { ...before, ...(report && { report: { ...report, imports } }) }
    void ended.gateway.note(() => parts.keep(ended))
    return ended
  }

  const operation = (each: Import, at = place) => `import-${each}:${placeName(idsOf(at))}`

  /** Without a key the server cannot tell when a browser repeats a start by itself. */
  const startedBy = ({ isDryRun }: Gateway) =>
    isDryRun || configuration.idempotencyHeader !== null ? 'started' : 'perhapsTwice'

  /** What became of an import that an earlier load of the page asked for. */
  function stateOf(each: Import, gateway: Gateway): ImportState {
    if (gateway.written.isAnswered(operation(each))) return startedBy(gateway)
    return gateway.written.lastBody(operation(each)) === null ? 'notAsked' : 'unknown'
  }

  const placesOf = (each: Import, { places }: Pick<Ended, 'places'>) =>
    each === 'products' ? [place] : places

  function forgetImports(ended: Pick<Ended, 'places' | 'gateway'>): void {
    for (const each of imports)
      for (const at of placesOf(each, ended)) ended.gateway.written.forget(operation(each, at))
    memory.clear()
  }

  function helpOf({ isDryRun }: Gateway): Pick<Content, 'about' | 'detail'> {
    if (isDryRun) return { detail: { key: 'wizard:startImportHelpDryRun' } }
    const stays = flags.isEnabled('skip_final_redirect')
    return {
      about: [{ key: 'wizard:startImportHelp' }],
      detail: { key: stays ? 'wizard:startImportHelpStays' : 'wizard:startImportHelpLeaves' },
    }
  }

  /** Asks about the imports; what an earlier load of the page has started is not started again. */
  async function ask(saved: Omit<Ended, 'imports'>): Promise<void> {
    const { gateway } = saved
    // In the shape that tabs remember which were open before an update of the portal.
    const content = JSON.stringify([false, saved.choices])
    await gateway.note(() => {
      if (memory.read() === content) return
      forgetImports(saved)
      memory.write(content)
    })
    const ended = keep({ ...saved, imports: perName(imports, (each) => stateOf(each, gateway)) })
    const hasAgreed = await dialogs.confirm({
      message: { key: 'wizard:startImport' },
      ...helpOf(gateway),
      agree: { key: 'wizard:startImportAgree' },
      decline: { key: 'wizard:startImportDecline' },
      ...said(ended),
    })
    if (hasAgreed) return start(ended, imports)
    const states = { ...ended.imports }
    for (const each of imports) {
      // It will not be any more.
      if (states[each] === 'notAsked') states[each] = 'notStarted'
    }
    await leave(keep({ ...ended, imports: states }))
  }

  async function start(ended: Ended, wanted: readonly Import[] = imports): Promise<void> {
    $state.set({ status: 'importing' })
    const before = ended.imports
    const states = { ...before }
    for (const each of wanted) {
      if (!['started', 'perhapsTwice'].includes(before[each])) states[each] = 'unknown'
    }
    keep({ ...ended, imports: { ...states } })
    const errors: Partial<Record<Import, unknown>> = {}
    await Promise.all(
      wanted.map(async (each) => {
        try {
          states[each] = await startOne(each, ended)
        } catch (error) {
          errors[each] = error
          const hasBegun = placesOf(each, ended).some((at) =>
            ended.gateway.written.isAnswered(operation(each, at)),
          )
          // What is no refusal may have started it, and that of a repetition says nothing of the first.
          const mayRun = outcomeOf(error) !== 'refused' || before[each] === 'unknown' || hasBegun
          states[each] = mayRun ? 'unknown' : 'notStarted'
        }
      }),
    )
    const known = keep({ ...ended, imports: states })
    const failed = wanted.filter((each) => each in errors)
    const [first] = failed
    if (first !== undefined) {
      const message = noteFailure(environment, 'imports could not be started', errors[first])
      $state.set({ ...known, status: 'importFailed', failed, message })
      return
    }
    await environment.wait(redirectDelay)
    await leave(known)
  }

  /** Starts an import everywhere, one after the other. */
  async function startOne(each: Import, ended: Ended): Promise<ImportState> {
    const { gateway } = ended
    const parameters = { administration: place.administration.name }
    const question = {
      message: { key: 'wizard:importPerhapsStarted' },
      detail: { key: 'wizard:importPerhapsStartedHelp', parameters },
    } as const
    let isLeftOpen = false
    for (const at of placesOf(each, ended)) {
      // The emergency brake (contract §4): what has not begun does not begin.
      if (!gateway.isDryRun && gatewayOf(portal).isDryRun)
        throw new WordedError('wizard:notStartedDryRun')
      const { query, headers } = ofPlace(at)
      const write = { name: operation(each, at), question }
      const answer = await (each === 'products'
        ? gateway.write({ ...write, endpoint: importProducts, request: { headers } })
        : gateway.write({ ...write, endpoint: importRelations, request: { query, headers } }))
      if (answer === null) isLeftOpen = true
    }
    return isLeftOpen ? 'unknown' : startedBy(gateway)
  }

  /** Forgets what was for this submit alone, and goes to the customer portal. */
  async function leave(ended: Ended): Promise<void> {
    await ended.gateway.note(async () => {
      forgetImports(ended)
      await forget(ended)
    })
    if (!flags.isEnabled('skip_final_redirect')) {
      $state.set({ ...ended, status: 'leaving' })
      await ended.gateway.leave(new URL(configuration.customerPortalUrl))
    }
    $state.set({ ...ended, status: 'done' })
  }

  return {
    /** Whether they were asked about, and are not all settled: the page was left before. */
    isOpen: () => memory.read() !== null,
    ask,
    start,
    keep,
    leave,
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
