import { atom, readonlyType } from 'nanostores'
import { dryRunId, isSet } from '../../../lib/api/endpoint.ts'
import { SessionOver } from '../../../lib/api/errors.ts'
import { wizardRules } from '../../../lib/accounting/snelstart/rules.ts'
import { choicesIn, type Summarized } from '../../../lib/accounting/snelstart/summary.ts'
import { listLocations } from '../../../lib/api/locations.ts'
import { noteFailure } from '../../../lib/failure.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { tellFailure } from '../../shell/tell-failure.ts'
import type { WizardChoices } from '../choices.ts'
import { productsIn } from '../dry-run.ts'
import type { Chain } from './chain.ts'
import { createFinish, type Finished, type SubmitState } from './finish.ts'
import type { Reports } from './kept-report.ts'
import { createSaving, type Attempt, type Save } from './saving.ts'

/**
 * The submit of the wizard (§4): what is sent is what is on the screen, each time.
 *
 * @param summarized what the summary is made of now
 */
export function createSubmitting(
  choices: WizardChoices,
  reports: Reports,
  summarized: () => Summarized,
) {
  const { environment, portal, gatewayNow, place, $values, $problems } = choices
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
    return isIncomplete || !isValid ? null : { gateway, choices: choicesIn(summarized()) }
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

  /** Whether nothing stands in the way; tells what does. */
  async function isFree(attempt: Attempt): Promise<boolean> {
    const obstacle = await saving.obstacleTo(attempt)
    if (obstacle === null) return true
    const detail = obstacle === 'wizard:unconfirmed' && {
      detail: { key: 'wizard:unconfirmedHelp' } as const,
    }
    await dialogs.alert({ message: { key: obstacle }, ...detail })
    return false
  }

  /** The last save to end goes on, when all of them succeeded. */
  async function afterSaving(attempt: Attempt): Promise<void> {
    if (!saving.isSaved(attempt)) return
    const saved = { ...attempt, report: reports.write(attempt.gateway), others: [] }
    // Whoever goes away from here has it as well.
    await attempt.gateway.note(() => reports.keep(saved.report))
    const chain = await chainOf(saved)
    if (chain === null) return finish.finish(saved)
    $state.set({ status: 'chain', chain })
    await chain.more()
  }

  /** The other locations of the administration; null where there are none, or nobody wants to wait for them. */
  async function chainOf(saved: Finished): Promise<Chain | null> {
    const headers = { administration: place.administration.id }
    for (;;) {
      try {
        const all = await saved.gateway.call(listLocations, { headers })
        const others = all.filter(
          ({ id, administration_id: owner }) =>
            String(id) !== String(place.location.id) &&
            (!isSet(owner) || String(owner) === String(place.administration.id)),
        )
        if (others.length === 0) return null
        const { createChain } = await import('./chain.ts')
        return createChain(choices, summarized(), saved, others, (ended) => {
          $state.set({ status: 'saving' })
          return finish.finish(ended)
        })
      } catch (error) {
        if (error instanceof SessionOver) throw error
        const hasAgreed = await dialogs.confirm({
          message: { key: 'wizard:chainFailed' },
          detail: noteFailure(environment, 'the other locations could not be listed', error),
          agree: { key: 'shell:retry' },
          decline: { key: 'wizard:chainSkip' },
        })
        if (!hasAgreed) return null
      }
    }
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
    if (!(await mayWrite(() => isFree(attempt)))) return
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
      const isKept = status === 'importFailed' || status === 'done' || status === 'chain'
      const isAbandoned = !isKept && !saving.isLoading()
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
        if (saving.isSaved(attempt) && !(await attempt.gateway.mayWrite(() => isFree(attempt))))
          return
        await afterSaving(attempt)
      })
    },
    /** Starts the imports that could not be started. */
    retryImports: () => guarded(finish.retry),
    /** Goes to the customer portal without them. */
    goOn: () => guarded(finish.goOn),
    /** Does something with the other locations. */
    inChain: (work: (chain: Chain) => Promise<void>) => {
      const state = $state.get()
      return state.status === 'chain' ? guarded(() => work(state.chain)) : Promise.resolve()
    },
  }
}

/** Whether both send the same, and both for real or neither. */
function isSame(one: Attempt, other: Attempt): boolean {
  const isOfSameChoices = JSON.stringify(one.choices) === JSON.stringify(other.choices)
  return one.gateway === other.gateway && isOfSameChoices
}
