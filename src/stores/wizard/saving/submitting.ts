import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { isDesktop, paysInvoices } from '../../../lib/accounting/snelstart/choices.ts'
import {
  ledgerLabels,
  ledgerPurposes,
  perPurpose,
  requiredPurposes,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import { isSetUp } from '../../../lib/accounting/snelstart/stored-settings.ts'
import {
  aboutPlace,
  decidedIn,
  onRecord,
  productLabel,
  type Report,
  type Summarized,
  summaryOf,
} from '../../../lib/accounting/snelstart/summary.ts'
import {
  choicesToTakeOver,
  productsIn,
  wizardRules,
} from '../../../lib/accounting/snelstart/values.ts'
import { dryRunId } from '../../../lib/api/endpoint.ts'
import type { Message, MessageKey } from '../../../lib/i18n/messages.ts'
import { itemsOf } from '../../form/list.ts'
import { gatewayOf, type Gateway } from '../../gateway/gateway.ts'
import { tellFailure } from '../../shell/screen-store.ts'
import type { Day } from '../example-day.ts'
import { refusedIn, type LedgerViews } from '../ledger-views.ts'
import type { Wizard } from '../wizard.ts'
import { createImports, type EndState } from './imports.ts'
import { createKeptReport, type ReportPage } from './report.ts'
import { createSaving, type Attempt, type Save } from './saving.ts'

export type SubmitState =
  | { status: 'unfinished' }
  /** Until everything is saved and the imports were asked about. */
  | { status: 'saving' }
  | EndState

interface Chosen {
  $summarized: ReadableAtom<Summarized>
  $ledgers: ReadableAtom<LedgerViews>
  $day: ReadableAtom<Day>
}

/** The submit of the wizard (§4), from the press to the customer portal: it sends what is on the screen. */
export function createSubmitting(
  choices: Wizard,
  { $summarized, $ledgers, $day }: Chosen,
  page: ReportPage,
) {
  const { portal, environment, place, templates, $values, $problems } = choices
  const { ledgers, relation, draft, lastTime, cashDifferences } = choices
  const { dialogs } = portal
  const $state = atom<SubmitState>({ status: 'unfinished' })
  const saving = createSaving(choices)
  const kept = createKeptReport(environment, choices.reportKey, page)
  const imports = createImports(choices, {
    $state,
    keep: ({ report }) => report && kept.write(report),
    said: ({ report, gateway }) => ({
      before: endTexts(gateway),
      ...(report && { link: page.linkTo(report) }),
    }),
    forget: () => {
      draft.clear()
      const numbers = perPurpose((purpose) => ledgers[purpose].$number.get().trim())
      lastTime.keep(choicesToTakeOver($values.get(), numbers, itemsOf(templates.$list.get())))
      cashDifferences.keep(numbers.cash_differences)
    },
  })

  /** A title, and what was changed, or what that means where it is the first time and each of the saves. */
  function endTexts({ isDryRun }: Pick<Gateway, 'isDryRun'>): readonly [Message, ...Message[]] {
    if (isDryRun) return [{ key: 'wizard:doneDryRun' }]
    const refused = refusedIn($ledgers.get()).join(', ')
    if (refused !== '') return [{ key: 'wizard:doneRefused', parameters: { ledgers: refused } }]
    const [change, ...more] = isFirst() ? [] : changed()
    if (change) {
      const key = more.length > 0 ? 'wizard:endChanges' : 'wizard:endChange'
      const parameters = { ...page.changeIn(change), count: String(more.length + 1) }
      return [{ key: 'wizard:doneAgain' }, { key, parameters }]
    }
    const { key } = saving.$lines.get()
    const isSame = key.status === 'ok' && key.unsent === 'same'
    const parameters = { administration: place.administration.name }
    return [
      { key: isFirst() ? 'wizard:done' : 'wizard:doneAgain' },
      ...(isFirst() ? [{ key: 'wizard:endBooks', parameters } as const] : []),
      { key: 'wizard:endSettings' },
      { key: 'wizard:endLedgers' },
      { key: isSame ? 'wizard:endKeySame' : 'wizard:endKey' },
    ]
  }

  const isFirst = () => !isSetUp($summarized.get().current)

  const changed = () => summaryOf($summarized.get()).filter(({ now }) => now?.isChanged)

  const alert = (key: MessageKey, detail?: Message) => dialogs.alert({ message: { key }, detail })

  /**
   * Whether what would be written is still there, for real; tells what is not. What was looked up long ago, or what a
   * dry run only pretended to make, is looked up again.
   */
  async function isThere(): Promise<boolean> {
    const items = [...Object.values(ledgers), relation]
    const existing = items.filter(({ $state }) => $state.get().status === 'existing')
    const pretended = existing.filter(({ $state }) => {
      const state = $state.get()
      return 'origin' in state && state.origin === 'dryRun'
    })
    await Promise.all([
      ...existing.map((item) => (pretended.includes(item) || item.isOld()) && item.retry()),
      isDesktop($values.get()) && templates.isOld() && templates.reload(),
    ])
    const states = existing.map(({ $state }) => $state.get())
    const [failed] = states.flatMap((state) => (state.status === 'failed' ? state.message : []))
    const { snelstart = [], inhandel = [] } = $problems.get()
    const areTemplatesGone = [...snelstart, ...inhandel].some(
      ({ message }) => message.key === 'wizard:templateGone',
    )
    const isGone = states.some(({ status }) => status === 'missing') || areTemplatesGone
    const isProductPretended = productsIn($values.get()).some(({ id }) => id === dryRunId)
    if (pretended.length > 0 || isProductPretended) await alert('wizard:dryRunItems')
    else if (failed) await alert('wizard:submitFailed', failed)
    else if (isGone) await alert('wizard:goneMeanwhile')
    else return true
    return false
  }

  function attemptIn(gateway: Gateway): Attempt | null {
    const isIncomplete = Object.values($problems.get()).some((problems) => problems.length > 0)
    const isValid = wizardRules.safeParse($values.get()).success
    return isIncomplete || !isValid ? null : { gateway, choices: decidedIn($summarized.get()) }
  }

  /** Every way to a save; `failed` is the one line to be repeated, of what was submitted. */
  async function send(failed?: Save): Promise<void> {
    $state.set({ status: 'saving' })
    const gateway = gatewayOf(portal)
    if (!(await gateway.mayWrite(isThere))) return
    const attempt = attemptIn(gateway)
    if (attempt === null) return alert('form:incomplete')
    const obstacle = await saving.send(attempt, failed)
    if (obstacle === 'wizard:unconfirmed') return alert(obstacle, { key: 'wizard:unconfirmedHelp' })
    if (obstacle !== null) return alert(obstacle)
    // The last save to end goes on, when all of them succeeded.
    if (!saving.isSaved(attempt)) return
    const before = kept.read()
    const report = onRecord(reportOf(gateway), before)
    // Whoever goes away from here has it as well.
    await gateway.note(() => kept.write(report))
    const ended = { ...attempt, report, places: [place] }
    if (isImportDue(report, before)) return imports.ask(ended)
    // Of what is on record already so are the imports.
    const told = report.at === before?.at ? before.imports : notStarted
    await imports.leave(imports.keep({ ...ended, imports: told }))
  }

  function reportOf({ isDryRun }: Gateway): Report {
    const [values, views, walkIn] = [$values.get(), $ledgers.get(), relation.$state.get()]
    const purposes = paysInvoices(values) ? ledgerPurposes : requiredPurposes
    return {
      ...aboutPlace(place, environment.now()),
      isDryRun,
      imports: { products: 'notAsked', relations: 'notAsked' },
      ledgers: purposes.flatMap((purpose) => {
        const { state, warning } = views[purpose]
        if (state.status !== 'existing') return []
        const { ledger, origin } = state
        return [{ label: ledgerLabels[purpose], ...ledger, origin, ...(warning && { warning }) }]
      }),
      relation:
        walkIn.status === 'existing'
          ? { code: walkIn.relation.code, name: walkIn.relation.name, origin: walkIn.origin }
          : null,
      products: productsIn(values)
        .filter(({ id }) => draft.isCreated(id))
        .map(productLabel),
      settings: summaryOf($summarized.get()),
      day: $day.get(),
    }
  }

  /** Whether the imports are asked about (§4): where products or relations are concerned, or nobody answered. */
  function isImportDue(report: Report, before: Report | null): boolean {
    const states = Object.values(before?.imports ?? {})
    const isUnanswered = states.some((state) => state === 'notAsked' || state === 'unknown')
    const steps = ['unknown_relation', 'import_and_sync']
    const isConcerned = changed().some(({ group }) => steps.includes(group))
    return (
      isFirst() || isConcerned || report.products.length > 0 || isUnanswered || imports.isOpen()
    )
  }

  async function guarded(work: () => Promise<void>, key: MessageKey = 'wizard:submitFailed') {
    try {
      await work()
    } catch (error) {
      await tellFailure(portal, { key }, error)
    } finally {
      // What ended without a result can be tried again.
      const { status } = $state.get()
      const isKept = ['importFailed', 'done'].includes(status)
      if (!isKept && !saving.isLoading()) $state.set({ status: 'unfinished' })
    }
  }

  return {
    $lines: saving.$lines,
    $state: readonlyType($state),
    /** What was completed last in this browser, until a sign-out. */
    lastReport: kept.read,
    endTexts,
    submit: async () => {
      const { status } = $state.get()
      if (status === 'saving') await alert('wizard:stillSending')
      else if (['unfinished', 'importFailed', 'done'].includes(status)) await guarded(() => send())
    },
    retry: (save: Save) => guarded(() => send(save)),
    /** Starts the imports of what is stored, and goes on as after any submit. */
    importNow: () =>
      guarded(async () => {
        if ($state.get().status !== 'unfinished') return
        const report = kept.read()
        await imports.start({
          ...{ gateway: gatewayOf(portal), choices: decidedIn($summarized.get()) },
          ...{ places: [place], imports: notStarted, ...(report && { report }) },
        })
      }),
    retryImports: () => guarded(imports.retry),
    goOn: () => guarded(imports.goOn),
  }
}

const notStarted = { products: 'notStarted', relations: 'notStarted' } as const
