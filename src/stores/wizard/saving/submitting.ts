import { atom, readonlyType } from 'nanostores'
import { dryRunId } from '../../../lib/api/endpoint.ts'
import { getCompanySettings } from '../../../lib/accounting/snelstart/calls/company.ts'
import { wizardRules } from '../../../lib/accounting/snelstart/rules.ts'
import type { Choices } from '../../../lib/accounting/snelstart/settings.ts'
import { undoesOthers, settingsFrom } from '../../../lib/accounting/snelstart/company-settings.ts'
import { idsOf, ofPlace, placeName } from '../../../lib/domain/place.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { tellFailure } from '../../shell/tell-failure.ts'
import type { WizardChoices } from '../choices.ts'
import { productsIn } from '../dry-run.ts'
import { createFinish, type SubmitState } from './finish.ts'
import type { Reports } from './kept-report.ts'
import { createSaving, type Attempt, type Save } from './saving.ts'

/**
 * The submit of the wizard (§4): what is sent is what is on the screen, each time.
 *
 * @param choicesNow what the summary shows
 */
export function createSubmitting(
  choices: WizardChoices,
  reports: Reports,
  choicesNow: () => Choices,
) {
  const { environment, portal, gatewayNow, place, $settings, $values, $problems } = choices
  const { ledgers, relation } = choices
  const { dialogs } = portal
  const $state = atom<SubmitState>({ status: 'unfinished' })
  const saving = createSaving(choices)
  const finish = createFinish(choices, reports, $state)
  let submitted: Attempt | null = null

  const alert = (key: MessageKey) => dialogs.alert({ message: { key } })

  /** What would be sent now; null while something is missing. */
  function attemptIn(gateway: Gateway): Attempt | null {
    const isIncomplete = Object.values($problems.get()).some((problems) => problems.length > 0)
    const isValid = wizardRules.safeParse($values.get()).success
    return isIncomplete || !isValid ? null : { gateway, choices: choicesNow() }
  }

  /** Whether all of it is there: what a dry run only pretended to make is looked up again. */
  async function isForReal(): Promise<boolean> {
    const pretended = [...Object.values(ledgers), relation].filter(({ $state }) => {
      const state = $state.get()
      return state.status === 'existing' && state.origin === 'dryRun'
    })
    await Promise.all(pretended.map(({ retry }) => retry()))
    const isProduct = productsIn($values.get()).some(({ id }) => id === dryRunId)
    if (pretended.length > 0) await alert('wizard:dryRunItems')
    else if (isProduct) await alert('wizard:dryRunProduct')
    return pretended.length === 0 && !isProduct
  }

  /** Whether no other tab of this browser sends the same, or may have; it holds that until it is gone. */
  async function isAlone(): Promise<boolean> {
    if (await environment.hold(`koppelpunt:setup:${placeName(idsOf(place))}`)) return true
    await alert('wizard:otherTab')
    return false
  }

  /** Whether nobody else has changed what would be undone. Reads the settings anew. */
  async function isUpToDate({ gateway, choices }: Attempt): Promise<boolean> {
    const fresh = await gateway.call(getCompanySettings, ofPlace(place))
    if (fresh === null) {
      await dialogs.alert({
        message: { key: 'wizard:unconfirmed' },
        detail: { key: 'wizard:unconfirmedHelp' },
      })
      return false
    }
    const next = settingsFrom(choices, fresh)
    const isUndoing = undoesOthers(saving.expected(), fresh, next)
    saving.learn(fresh, next)
    if (!isUndoing) return true
    $settings.set(fresh)
    await alert('wizard:changedElsewhere')
    return false
  }

  /** The last save to end goes on, when all of them succeeded. */
  async function afterSaving(attempt: Attempt): Promise<void> {
    if (!saving.isSaved(attempt)) return
    await finish.finish({ ...attempt, report: reports.write(attempt.gateway) })
  }

  async function send(): Promise<void> {
    $state.set({ status: 'saving' })
    const gateway = gatewayNow()
    const { mayWrite } = gateway
    if (!(await mayWrite(isForReal))) return
    const attempt = attemptIn(gateway)
    if (attempt === null) {
      await alert('form:incomplete')
      return
    }
    if (!(await mayWrite(async () => (await isAlone()) && isUpToDate(attempt)))) return
    submitted = attempt
    await saving.saveAll(attempt)
    await afterSaving(attempt)
  }

  /** Shows whatever goes wrong, and leaves the wizard usable. */
  async function guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      await tellFailure(portal, { key: 'wizard:submitFailed' }, error)
    } finally {
      // What ended without a result can be tried again.
      const { status } = $state.get()
      const isAbandoned = status !== 'importFailed' && status !== 'done' && !saving.isLoading()
      if (isAbandoned) $state.set({ status: 'unfinished' })
    }
  }

  return {
    $lines: saving.$lines,
    $state: readonlyType($state),
    /** Saves everything (§4). Every step is complete and valid. */
    submit: async () => {
      const { status } = $state.get()
      if (status === 'unfinished' || status === 'importFailed' || status === 'done') {
        await guarded(send)
      } else {
        await alert('wizard:stillSending')
      }
    },
    /** Repeats a save that failed, of what was submitted. */
    retry: async (save: Save) => {
      const attempt = attemptIn(gatewayNow())
      if (!attempt || !submitted || !isSame(attempt, submitted)) {
        await alert('wizard:changedSince')
        return
      }
      await guarded(async () => {
        $state.set({ status: 'saving' })
        await saving.retry(save, attempt)
        // What the other lines saved may have been a while ago.
        if (saving.isSaved(attempt) && !(await attempt.gateway.mayWrite(() => isUpToDate(attempt))))
          return
        await afterSaving(attempt)
      })
    },
    /** Starts the imports that could not be started. */
    retryImports: () => guarded(finish.retry),
    /** Goes to the customer portal without them. */
    goOn: () => guarded(finish.goOn),
  }
}

/** Whether both send the same, and both for real or neither. */
function isSame(one: Attempt, other: Attempt): boolean {
  const isOfSameChoices = JSON.stringify(one.choices) === JSON.stringify(other.choices)
  return one.gateway === other.gateway && isOfSameChoices
}
