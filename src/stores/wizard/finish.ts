import { atom, type ReadableAtom } from 'nanostores'
import { importProducts } from '../../lib/api/products.ts'
import { importRelations } from '../../lib/api/relations.ts'
import { ofPlace, type Place } from '../../lib/domain/place.ts'
import { failureMessage } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { redirectDelay } from '../../lib/limits.ts'
import type { DialogLink } from '../dialogs.ts'
import { forgetOperation } from '../operations.ts'
import type { Outside } from '../outside.ts'
import type { Portal } from '../portal.ts'
import type { Report } from './report.ts'

export const imports = ['products', 'relations'] as const
export type Import = (typeof imports)[number]

/** What comes after the saves (§4). */
export type FinishState =
  | { status: 'unfinished' }
  | { status: 'importing' }
  /** Imports that could not be started, and why; the others run. */
  | { status: 'importFailed'; failed: readonly Import[]; message: Message; report: Report }
  | { status: 'leaving' }
  /** Everything is done and the browser is still here. */
  | { status: 'done'; report: Report; portal: URL }

export interface Finish {
  $finish: ReadableAtom<FinishState>
  /** Asks about the imports, starts them, and goes to the customer portal. */
  finish: (world: Outside, report: Report) => Promise<void>
  /** Starts the imports that could not be started. */
  retry: () => Promise<void>
  /** Goes to the customer portal without them. */
  goOn: () => Promise<void>
}

interface Options {
  portal: Portal
  user: string
  place: Place
  /** Offers the report as a download. */
  linkTo: (report: Report) => Promise<DialogLink>
  /** Whether an import takes what is not active along: with the other answer it is another import. */
  withNonActive: () => Readonly<Record<Import, boolean>>
  /** Everything is saved and said: what was remembered can go, the report stays. */
  onFinished: (report: Report) => void
}

export function createFinish(options: Options): Finish {
  const { portal, user, place, linkTo, withNonActive, onFinished } = options
  const { environment, configuration, dialogs, flags } = portal
  const $finish = atom<FinishState>({ status: 'unfinished' })
  let world: Outside | null = null

  const operation = (each: Import, isComplete: boolean) =>
    `import-${each}:${place.administration.id}/${place.location.id}/${isComplete ? 'all' : 'active'}`

  async function start(each: Import, outside: Outside): Promise<void> {
    const { query, headers } = ofPlace(place)
    const sendAgain = () =>
      dialogs.confirm({
        message: { key: 'wizard:importPerhapsStarted' },
        detail: { key: 'wizard:importPerhapsStartedHelp' },
      })
    const name = operation(each, withNonActive()[each])
    if (each === 'products') {
      await outside.perform({ name, endpoint: importProducts, request: { headers }, sendAgain })
    } else {
      const request = { query, headers }
      await outside.perform({ name, endpoint: importRelations, request, sendAgain })
    }
  }

  async function leave(outside: Outside, report: Report): Promise<void> {
    const address = new URL(configuration.customerPortalUrl)
    if (outside.isReal) {
      for (const each of imports) {
        for (const isComplete of [true, false]) {
          forgetOperation(environment, user, operation(each, isComplete))
        }
      }
      onFinished(report)
    }
    if (!flags.isEnabled('skip_final_redirect')) {
      $finish.set({ status: 'leaving' })
      await outside.leave(address)
    }
    $finish.set({ status: 'done', report, portal: address })
  }

  async function startImports(
    outside: Outside,
    report: Report,
    wanted: readonly Import[],
  ): Promise<void> {
    $finish.set({ status: 'importing' })
    const results = await Promise.allSettled(wanted.map((each) => start(each, outside)))
    const failed = wanted.filter((_, index) => results[index]?.status === 'rejected')
    const [error] = results.flatMap((result): unknown[] =>
      result.status === 'rejected' ? [result.reason] : [],
    )
    if (failed.length > 0) {
      environment.log('imports could not be started', { message: String(error) })
      $finish.set({ status: 'importFailed', failed, message: failureMessage(error), report })
      return
    }
    await environment.wait(redirectDelay)
    await leave(outside, { ...report, hasImported: true })
  }

  return {
    $finish,
    finish: async (outside, report) => {
      if ($finish.get().status === 'importing' || $finish.get().status === 'leaving') return
      world = outside
      const hasAgreed = await dialogs.confirm({
        message: { key: 'wizard:startImport' },
        detail: { key: 'wizard:startImportHelp' },
        link: await linkTo(report),
      })
      if (hasAgreed) await startImports(outside, report, imports)
      else await leave(outside, { ...report, hasImported: false })
    },
    retry: async () => {
      const state = $finish.get()
      if (state.status !== 'importFailed' || world === null) return
      await startImports(world, state.report, state.failed)
    },
    goOn: async () => {
      const state = $finish.get()
      if (state.status !== 'importFailed' || world === null) return
      await leave(world, { ...state.report, hasImported: state.failed.length < imports.length })
    },
  }
}
