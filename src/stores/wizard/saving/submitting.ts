import { atom, readonlyType, type ReadableAtom } from 'nanostores'
import { isDesktopChosen, isInvoiceProductUsed } from '../../../lib/accounting/snelstart/choices.ts'
import {
  ledgerLabels,
  ledgerPurposes,
  mapRequiredPurposes,
  requiredPurposes,
} from '../../../lib/accounting/snelstart/ledgers.ts'
import type { WizardDecisions } from '../../../lib/accounting/snelstart/company-settings.ts'
import { isCustomerRelation } from '../../../lib/accounting/snelstart/relations.ts'
import { isCouplingSetUp } from '../../../lib/accounting/snelstart/stored-settings.ts'
import { verdictTexts } from '../../../lib/accounting/snelstart/suitability.ts'
import {
  describePlace,
  collectWizardDecisions,
  mergeReports,
  formatProduct,
  type Report,
  type SummaryInput,
  createSummary,
} from '../../../lib/accounting/snelstart/summary.ts'
import {
  createLastChoices,
  collectProducts,
  wizardRules,
} from '../../../lib/accounting/snelstart/values.ts'
import { dryRunId } from '../../../lib/api/endpoint.ts'
import { getPlaceIds } from '../../../lib/domain/place.ts'
import type { Message, MessageKey } from '../../../lib/i18n/messages.ts'
import { getListItems } from '../../form/list.ts'
import { getGateway, type ApiGateway } from '../../gateway/gateway.ts'
import type { ExampleBookings } from '../example-day.ts'
import { listRefusedLedgers, type LedgerViews } from '../ledger-views.ts'
import type { Wizard } from '../wizard.ts'
import { createAccountingImports, type CompletionState } from './imports.ts'
import { openReportRecord, type ReportPage } from './report.ts'
import { createSetupSaver, saveTargets, type SaveTarget } from './saving.ts'

export type SubmitState =
  | { status: 'unfinished' }
  /** Status from the first save until the import question is answered. */
  | { status: 'saving' }
  | CompletionState

interface Choices {
  $summarized: ReadableAtom<SummaryInput>
  $ledgers: ReadableAtom<LedgerViews>
  $day: ReadableAtom<ExampleBookings>
}

/** Creates the store that saves the wizard's choices (§4). */
export function createSubmission(
  wizard: Wizard,
  { $summarized, $ledgers, $day }: Choices,
  page: ReportPage,
) {
  const { portal, environment, place, templates, $values, $problems } = wizard
  const { ledgers, relation, draft } = wizard
  const { dialogs } = portal
  const $state = atom<SubmitState>({ status: 'unfinished' })
  /** Failed saves to retry, or empty for all saves. */
  const retried = new Set<SaveTarget>()
  const saving = createSetupSaver(wizard)
  const imports = createAccountingImports(wizard, {
    $state,
    reset: () => {
      retried.clear()
      $state.set({ status: 'unfinished' })
    },
    isSending: saving.isLoading,
    questionTexts: async ({ report, gateway }) => ({
      before: endTexts(gateway),
      ...(report && { link: await page.linkTo(report) }),
    }),
    forget: ({ gateway: { isDryRun } }) => {
      if (isDryRun) return
      draft.clear()
      const numbers = mapRequiredPurposes((purpose) => ledgers[purpose].$number.get().trim())
      const list = getListItems(templates.$list.get())
      wizard.rememberedChoices.keep(createLastChoices($values.get(), numbers, list))
      wizard.lastCustomer.keep(place.administration.name)
      wizard.cashDifferences.keep(numbers.cash_differences)
    },
  })

  const isSent = (save: SaveTarget) => {
    const line = saving.$lines.get()[save]
    return line.status === 'ok' && !line.unsent
  }

  function endTexts({ isDryRun }: Pick<ApiGateway, 'isDryRun'>): readonly [Message, ...Message[]] {
    if (isDryRun) return [{ key: 'wizard:doneDryRun' }]
    const refused = listRefusedLedgers($ledgers.get()).join(', ')
    if (refused !== '') return [{ key: 'wizard:doneRefused', parameters: { ledgers: refused } }]
    const parameters = { administration: place.administration.name }
    const books = isFirst() ? [{ key: 'wizard:endBooks', parameters } as const] : []
    const [change, ...others] = isFirst() ? [] : changedRows()
    // No request contains this ledger's number, because no setting stores the number.
    if (!saveTargets.some(isSent) && change?.label !== ledgerLabels.cash_differences)
      return [{ key: 'wizard:done' }, ...books, { key: 'wizard:endSame' }]
    if (change) {
      const key = others.length > 0 ? 'wizard:endChanges' : 'wizard:endChange'
      const parameters = { ...page.changeIn(change), count: String(others.length + 1) }
      return [{ key: 'wizard:doneAgain' }, { key, parameters }]
    }
    return [
      { key: isFirst() ? 'wizard:done' : 'wizard:doneAgain' },
      ...books,
      ...(isSent('settings') ? [{ key: 'wizard:endSettings' } as const] : []),
      ...(isSent('payment_ledgers') ? [{ key: 'wizard:endLedgers' } as const] : []),
      { key: isSent('key') ? 'wizard:endKey' : 'wizard:endKeySame' },
    ]
  }

  const isFirst = () => !isCouplingSetUp($summarized.get().current)

  const changedRows = () => createSummary($summarized.get()).filter(({ now }) => now?.isChanged)

  const ledgerProblems = [verdictTexts.fits.problem, verdictTexts.refused.problem]
  const goneProblems = [
    'wizard:stillMissing',
    'wizard:relationStillMissing',
    'wizard:templateGone',
  ] as const

  const alert = (key: MessageKey, detail?: Message) => dialogs.alert({ message: { key }, detail })

  /** Returns the relation's details that must not change unseen. */
  function getRelationDetails(): string {
    const state = relation.$state.get()
    return state.status === 'existing'
      ? `${state.relation.id} ${isCustomerRelation(state.relation)}`
      : ''
  }

  /** Resolves with a message if a record is missing, unaccepted or changed. */
  async function verifyItems({ isDryRun }: ApiGateway): Promise<MessageKey | null> {
    const items = [...Object.values(ledgers), relation]
    const isPretended = ({ $state }: (typeof items)[number]) => {
      const state = $state.get()
      return state.status === 'existing' && state.origin === 'dryRun'
    }
    const isProductPretended = collectProducts($values.get()).some(({ id }) => id === dryRunId)
    const hasPretended = isProductPretended || items.some(isPretended)
    const countOf = (keys: readonly MessageKey[]) =>
      Object.values($problems.get())
        .flat()
        .filter(({ message }) => keys.includes(message.key)).length
    const goneBefore = countOf(goneProblems)
    const unacceptedBefore = countOf(ledgerProblems)
    const relationBefore = getRelationDetails()
    await Promise.all([
      ...items.filter((item) => !isDryRun || !isPretended(item)).map((item) => item.verify()),
      isDesktopChosen($values.get()) && templates.renew(),
    ])
    if (hasPretended && !isDryRun) return 'wizard:dryRunItems'
    if (countOf(goneProblems) > goneBefore) return 'wizard:goneMeanwhile'
    if (countOf(ledgerProblems) > unacceptedBefore) return 'wizard:acceptAgain'
    return getRelationDetails() === relationBefore ? null : 'wizard:changedElsewhere'
  }

  /** Returns the choices, or null if incomplete or invalid. */
  function completeChoices(): WizardDecisions | null {
    const isIncomplete = Object.values($problems.get()).some((problems) => problems.length > 0)
    const isValid = wizardRules.safeParse($values.get()).success
    return isIncomplete || !isValid ? null : collectWizardDecisions($summarized.get())
  }

  /** Saves the choices, then asks about the imports. */
  async function send(): Promise<void> {
    $state.set({ status: 'unfinished' })
    const gateway = getGateway(portal)
    const verifying = verifyItems(gateway)
    verifying.catch(() => undefined)
    const stored = await saving.read(gateway)
    if (stored === 'wizard:otherBook') return wizard.reopenRecoupled()
    if (stored === 'wizard:unconfirmed') return alert(stored, { key: 'wizard:unconfirmedHelp' })
    if (typeof stored === 'string') return alert(stored)
    const obstacle = await verifying
    if (obstacle !== null) return alert(obstacle)
    const choices = completeChoices()
    if (choices === null) return alert('form:incomplete')
    const merged = saving.merge(stored, choices)
    if (merged === null) return alert('wizard:changedElsewhere')
    const completion = { gateway, places: [place] }
    await imports.begin(completion)
    $state.set({ status: 'saving' })
    await saving.save(gateway, merged, retried)
    retried.clear()
    if (!saving.isSaved()) return
    const lastReport = await openReportRecord(gateway.owner, getPlaceIds(place), page)
    const report = mergeReports(reportOf(gateway), lastReport.read())
    // The user may leave the page during the import question.
    lastReport.write(report)
    await imports.ask({ ...completion, report })
  }

  function reportOf({ isDryRun }: ApiGateway): Report {
    const values = $values.get()
    const views = $ledgers.get()
    const walkIn = relation.$state.get()
    const purposes = isInvoiceProductUsed(values) ? ledgerPurposes : requiredPurposes
    return {
      ...describePlace(place, wizard.$settings.get(), environment.now()),
      isDryRun,
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
      products: collectProducts(values)
        .filter(({ id }) => draft.isCreated(id))
        .map(formatProduct),
      settings: createSummary($summarized.get()),
      day: $day.get(),
    }
  }

  return {
    $lines: saving.$lines,
    $state: readonlyType($state),
    $isBusy: imports.$isBusy,
    endTexts,
    /** Saves the choices, or retries failed imports. */
    submit: () => ($state.get().status === 'importFailed' ? imports.retry() : imports.press(send)),
    retry: (save: SaveTarget) => {
      // A running submit of all saves also retries this failed save.
      if (!imports.$isBusy.get() || retried.size > 0) retried.add(save)
      return imports.press(send)
    },
    retryImports: imports.retry,
    goOn: imports.goOn,
  }
}
