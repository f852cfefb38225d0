import { atom, readonlyType } from 'nanostores'
import * as z from 'zod/mini'
import { importProducts, importRelations } from '../../../lib/accounting/snelstart/calls.ts'
import type {
  ImportState,
  ImportStates,
  Report,
} from '../../../lib/accounting/snelstart/summary.ts'
import { getWriteOutcome, MessageKeyError } from '../../../lib/api/errors.ts'
import { getPlaceIds, encodePlace, placeName, type Place } from '../../../lib/domain/place.ts'
import { logFailure, type Failure } from '../../../lib/failure.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import { redirectDelay } from '../../../lib/limits.ts'
import { accessUserValue } from '../../../lib/remembered.ts'
import { getGateway, type ApiGateway } from '../../gateway/gateway.ts'
import type { DialogContent } from '../../shell/dialogs.ts'
import { notifyFailure } from '../../shell/screen-store.ts'
import type { Wizard } from '../wizard.ts'

const importNames = ['products', 'relations'] as const
type ImportName = (typeof importNames)[number]

const importStart = z.object({
  at: z.number(),
  /** `unknown` until the service responds, and after an inconclusive response. */
  outcome: z.literal(['started', 'perhapsTwice', 'unknown']),
  /** True if an earlier completion of the wizard started the import. */
  isEarlier: z.optional(z.boolean()),
})

/** Last imports of a location, shared by all tabs until sign-out. */
const importRecord = z.object({
  /** False until the user answers the import question after a save. */
  isAnswered: z.boolean(),
  products: z.nullable(importStart),
  relations: z.nullable(importStart),
})
type ImportRecord = z.infer<typeof importRecord>

const emptyRecord: ImportRecord = { isAnswered: true, products: null, relations: null }

function importState({ isAnswered, ...starts }: ImportRecord, name: ImportName): ImportState {
  const last = starts[name]
  // An earlier import with an unknown outcome may still be running.
  if (last && (!last.isEarlier || last.outcome === 'unknown')) return last.outcome
  return isAnswered ? 'notStarted' : 'notAsked'
}

/** Result of a wizard after all saves succeeded. */
interface Completion {
  gateway: ApiGateway
  places: readonly Place[]
  report?: Report
}

interface EndedCompletion extends Completion {
  imports: ImportStates
}

export type CompletionState =
  | { status: 'importing' }
  /** `failed` lists imports whose start failed or has an unknown outcome. */
  | ({ status: 'importFailed'; failed: readonly ImportName[]; message: Failure } & EndedCompletion)
  | ({ status: 'leaving' | 'done' } & EndedCompletion)

type QuestionTexts = Pick<DialogContent, 'before' | 'link'>

interface CompletionScreen {
  $state: {
    get: () => CompletionState | { status: 'choosing' | 'unfinished' | 'saving' }
    set: (state: CompletionState) => void
  }
  reset: () => void
  isSending: () => boolean
  questionTexts: (ended: EndedCompletion) => QuestionTexts | Promise<QuestionTexts>
  forget: (ended: EndedCompletion) => void | Promise<void>
}

const lastStartTexts = {
  products: { certain: 'wizard:importProductsLast', perhaps: 'wizard:importProductsPerhaps' },
  relations: { certain: 'wizard:importRelationsLast', perhaps: 'wizard:importRelationsPerhaps' },
} as const

/** Creates the store that asks about imports and starts them (§4). */
export function createAccountingImports(
  { portal, place }: Pick<Wizard, 'portal' | 'place'>,
  { $state, reset, isSending, questionTexts, forget }: CompletionScreen,
) {
  const { environment, configuration, dialogs, flags } = portal
  const $isBusy = atom(false)
  const records = new Map<string, ImportRecord>()
  /** Imports whose last start the service refused. */
  const refusedImports = new Set<ImportName>()

  const recordName = ({ isDryRun }: ApiGateway, at: Place) =>
    `${isDryRun} ${placeName(getPlaceIds(at))}`
  const recordOf = (gateway: ApiGateway, at: Place) =>
    records.get(recordName(gateway, at)) ?? emptyRecord

  async function updateRecord(
    gateway: ApiGateway,
    at: Place,
    changesTo: (record: ImportRecord) => Partial<ImportRecord>,
  ): Promise<void> {
    const memory = await accessUserValue(gateway.owner, 'imports', importRecord, getPlaceIds(at))
    const name = recordName(gateway, at)
    // `records` may contain a newer record, because storing can fail.
    const before = records.get(name) ?? memory.read() ?? emptyRecord
    const record = { ...before, ...changesTo(before) }
    records.set(name, record)
    memory.keep(record)
  }

  const placesOf = (name: ImportName, { places }: Completion) =>
    name === 'products' ? [place] : places

  function endOf(completion: Completion): EndedCompletion {
    /** Returns `unknown` if the state differs between the locations. */
    const stateOf = (name: ImportName) => {
      const [first = 'notStarted', ...others] = placesOf(name, completion).map((at) =>
        importState(recordOf(completion.gateway, at), name),
      )
      if (first === 'notStarted' && refusedImports.has(name)) return 'failed'
      return others.every((other) => other === first) ? first : 'unknown'
    }
    const imports = { products: stateOf('products'), relations: stateOf('relations') }
    const { report } = completion
    return { ...completion, imports, ...(report && { report: { ...report, imports } }) }
  }

  /** Returns a message about the last start of an import. */
  function lastStartOf(name: ImportName, completion: Completion): Message[] {
    const starts = placesOf(name, completion).flatMap(
      (at) => recordOf(completion.gateway, at)[name] ?? [],
    )
    if (starts.length === 0) return []
    const format = new Intl.DateTimeFormat(portal.locale, { dateStyle: 'long', timeStyle: 'short' })
    const uncertain = starts.filter(({ outcome }) => outcome === 'unknown')
    const isUncertain = uncertain.length > 0
    const key = lastStartTexts[name][isUncertain ? 'perhaps' : 'certain']
    const time = format.format(Math.max(...(isUncertain ? uncertain : starts).map(({ at }) => at)))
    return [{ key, parameters: { time } }]
  }

  function helpOf(completion: Completion): Pick<DialogContent, 'about' | 'detail'> {
    if (completion.gateway.isDryRun) return { detail: { key: 'wizard:startImportHelpDryRun' } }
    const stays = flags.isEnabled('skip_final_redirect')
    return {
      about: [
        { key: 'wizard:startImportHelp' },
        ...importNames.flatMap((name) => lastStartOf(name, completion)),
      ],
      detail: { key: stays ? 'wizard:startImportHelpStays' : 'wizard:startImportHelpLeaves' },
    }
  }

  async function start(
    completion: Completion,
    names: readonly ImportName[] = importNames,
  ): Promise<void> {
    $state.set({ status: 'importing' })
    const errors: Partial<Record<ImportName, unknown>> = {}
    await Promise.all(
      names.map(async (name) => {
        try {
          for (const at of placesOf(name, completion)) await startAt(name, at, completion.gateway)
        } catch (error) {
          errors[name] = error
        }
      }),
    )
    const ended = endOf(completion)
    const failed = names.filter((name) => name in errors)
    const [first] = failed
    if (first !== undefined) {
      const message = logFailure(environment, 'imports could not be started', errors[first])
      $state.set({ ...ended, status: 'importFailed', failed, message })
      return
    }
    // The user can read the message before the redirect.
    if (!flags.isEnabled('skip_final_redirect')) $state.set({ ...ended, status: 'leaving' })
    await environment.wait(redirectDelay)
    await leave(ended)
  }

  /** Starts an import, unless it was started since the last save. */
  async function startAt(name: ImportName, at: Place, gateway: ApiGateway): Promise<void> {
    const earlier = recordOf(gateway, at)[name]
    const parameters = { administration: place.administration.name }
    const question = {
      message: { key: 'wizard:importPerhapsStarted' },
      detail: { key: 'wizard:importPerhapsStartedHelp', parameters },
    } as const
    if (earlier?.outcome === 'unknown') {
      if (!(await dialogs.confirm({ isRisky: true, ...question }))) return
    } else if (earlier && !earlier.isEarlier) return
    // `dry_run` also stops imports that have not started (contract §4).
    if (!gateway.isDryRun && getGateway(portal).isDryRun)
      throw new MessageKeyError('wizard:notStartedDryRun')
    const { query, headers } = encodePlace(at)
    const now = environment.now()
    await updateRecord(gateway, at, () => ({ [name]: { at: now, outcome: 'unknown' } }))
    try {
      await (name === 'products'
        ? gateway.write({ endpoint: importProducts, request: { headers }, question })
        : gateway.write({ endpoint: importRelations, request: { query, headers }, question }))
    } catch (error) {
      // A refused retry does not prove that the first request failed.
      if (getWriteOutcome(error) === 'refused') {
        refusedImports.add(name)
        await updateRecord(gateway, at, () => ({ [name]: earlier }))
      }
      throw error
    }
    refusedImports.delete(name)
    // A browser may repeat a request that has no idempotency key.
    const isOnce = gateway.isDryRun || configuration.idempotencyHeader !== null
    const outcome = isOnce ? 'started' : 'perhapsTwice'
    await updateRecord(gateway, at, () => ({ [name]: { at: now, outcome } }))
  }

  async function leave(ended: EndedCompletion): Promise<void> {
    await forget(ended)
    if (!flags.isEnabled('skip_final_redirect')) {
      $state.set({ ...ended, status: 'leaving' })
      await ended.gateway.leave(new URL(configuration.customerPortalUrl))
    }
    $state.set({ ...ended, status: 'done' })
  }

  /** Runs one task at a time, even after a second click. */
  async function press(work: () => Promise<void>): Promise<void> {
    if ($isBusy.get()) {
      if (isSending()) await dialogs.alert({ message: { key: 'wizard:stillSending' } })
      return
    }
    $isBusy.set(true)
    try {
      await work()
    } catch (error) {
      await notifyFailure(portal, { key: 'wizard:submitFailed' }, error)
    } finally {
      if (!['importFailed', 'done'].includes($state.get().status)) reset()
      $isBusy.set(false)
    }
  }

  const pressAfterFailure = (
    work: (state: Extract<CompletionState, { status: 'importFailed' }>) => Promise<void>,
  ) =>
    press(async () => {
      const state = $state.get()
      if (state.status === 'importFailed') await work(state)
    })

  return {
    $isBusy: readonlyType($isBusy),
    press,
    /** Marks stored imports as older than the wizard completion that begins. */
    begin: async ({ gateway, places }: Completion): Promise<void> => {
      refusedImports.clear()
      for (const at of new Set([place, ...places])) {
        await updateRecord(gateway, at, ({ products, relations }) => ({
          isAnswered: false,
          products: products && { ...products, isEarlier: true },
          relations: relations && { ...relations, isEarlier: true },
        }))
      }
    },
    ask: async (completion: Completion): Promise<void> => {
      const hasAgreed = await dialogs.confirm({
        message: { key: 'wizard:startImport' },
        ...helpOf(completion),
        agree: { key: 'wizard:startImportAgree' },
        decline: { key: 'wizard:startImportDecline' },
        ...(await questionTexts(endOf(completion))),
      })
      for (const at of new Set([place, ...completion.places]))
        await updateRecord(completion.gateway, at, () => ({ isAnswered: true }))
      if (hasAgreed) await start(completion)
      else await leave(endOf(completion))
    },
    retry: () => pressAfterFailure((state) => start(state, state.failed)),
    goOn: () => pressAfterFailure(leave),
  }
}
