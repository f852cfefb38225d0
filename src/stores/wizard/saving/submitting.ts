import { atom, readonlyType } from 'nanostores'
import { dryRunId } from '../../../lib/api/endpoint.ts'
import { productsIn, wizardRules } from '../../../lib/accounting/snelstart/values.ts'
import { decidedIn, isLack, type Summarized } from '../../../lib/accounting/snelstart/summary.ts'
import { listLocations } from '../../../lib/api/locations.ts'
import { isDesktop } from '../../../lib/accounting/snelstart/choices.ts'
import type { Message, MessageKey } from '../../../lib/i18n/messages.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import { tellFailure } from '../../shell/dialogs.ts'
import type { Wizard } from '../wizard.ts'
import type { Chain } from './chain.ts'
import { createFinish, type SubmitState } from './finish.ts'
import type { Reports } from './report.ts'
import { createSaving, type Attempt, type Obstacle, type Save } from './saving.ts'

/** What is said beside what stands in the way. */
const obstacleHelp: Partial<Record<Obstacle, Message>> = {
  'wizard:unconfirmed': { key: 'wizard:unconfirmedHelp' },
}

/**
 * The submit of the wizard (§4): what is sent is what is on the screen, each time.
 *
 * @param summarized what the summary is made of now
 */
export function createSubmitting(choices: Wizard, reports: Reports, summarized: () => Summarized) {
  const { portal, gatewayNow, place, templates, $values, $problems } = choices
  const { ledgers, relation } = choices
  const { dialogs } = portal
  const $state = atom<SubmitState>({ status: 'unfinished' })
  const saving = createSaving(choices)
  const finish = createFinish(choices, reports, $state)
  let submitted: Attempt | null = null

  const alert = (key: MessageKey, detail?: Message) => dialogs.alert({ message: { key }, detail })

  /** What would be sent now; null while something is missing. */
  function attemptIn(gateway: Gateway): Attempt | null {
    const isIncomplete = Object.values($problems.get()).some((problems) => problems.length > 0)
    const isValid = wizardRules.safeParse($values.get()).success
    return isIncomplete || !isValid ? null : { gateway, choices: decidedIn(summarized()) }
  }

  function areTemplatesGone(): boolean {
    const { snelstart = [], inhandel = [] } = $problems.get()
    return snelstart.length + inhandel.length > 0
  }

  /**
   * Whether what would be written is still there, for real: what was looked up long ago, or what a dry
   * run only pretended to make, is looked up again. Tells what is not.
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

  /**
   * Every way to a save: looks whether all is there, reads, compares, sends, and goes on once all of it
   * is saved.
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
    if (obstacle !== null) return alert(obstacle, obstacleHelp[obstacle])
    submitted = attempt
    // The last save to end goes on, when all of them succeeded.
    if (!saving.isSaved(attempt)) return
    const report = reports.write(gateway)
    // Whoever goes away from here has it as well.
    await gateway.note(() => reports.keep(report))
    await finish.finish({ ...attempt, report, others: [] })
  }

  /** Offers the other locations of the administration what this one has stored (product §2). */
  async function openChain(before: SubmitState): Promise<void> {
    const gateway = gatewayNow()
    const attempt = { gateway, choices: decidedIn(summarized()) }
    // What no setting holds, such as a product or the ledger of cash differences, others are not sent.
    const isUnsettled = isLack(summarized().relation) || areTemplatesGone()
    if (isUnsettled || !saving.isStored(attempt)) return alert('wizard:chainUnsaved')
    $state.set({ status: 'chain', chain: null })
    try {
      const headers = { administration: place.administration.id }
      const others = (await gateway.call(listLocations, { headers })).filter(
        ({ id }) => String(id) !== String(place.location.id),
      )
      if (others.length === 0) {
        await alert('wizard:chainNone')
        return
      }
      const { createChain } = await import('./chain.ts')
      const saved = { ...attempt, report: reports.write(gateway), others: [] }
      const chain = createChain(choices, summarized, saved, others, isThere, async (ended) => {
        $state.set(ended.others.length > 0 ? { status: 'saving' } : before)
        if (ended.others.length > 0) await finish.finish(ended)
      })
      $state.set({ status: 'chain', chain })
      await chain.more()
    } finally {
      const state = $state.get()
      if (state.status === 'chain' && state.chain === null) $state.set(before)
    }
  }

  /** Shows whatever goes wrong, and leaves the wizard usable. */
  async function guarded(
    work: () => Promise<void>,
    key: MessageKey = 'wizard:submitFailed',
  ): Promise<void> {
    try {
      await work()
    } catch (error) {
      await tellFailure(portal, { key }, error)
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
        await guarded(() => send())
      } else if (status === 'saving') await alert('wizard:stillSending')
    },
    /** Repeats a save that failed, of what was submitted. */
    retry: (save: Save) => guarded(() => send(save)),
    /** Offers the other locations the settings of this one, unless something is under way. */
    openChain: async () => {
      const before = $state.get()
      if (before.status === 'unfinished' || before.status === 'done')
        await guarded(() => openChain(before), 'wizard:chainFailed')
    },
    /** Starts the imports that could not be started. */
    retryImports: () => guarded(finish.retry),
    /** Goes to the customer portal without them. */
    goOn: () => guarded(finish.goOn),
    /** Does something with the other locations. */
    inChain: (work: (chain: Chain) => Promise<void>) => {
      const state = $state.get()
      const chain = state.status === 'chain' ? state.chain : null
      return chain ? guarded(() => work(chain)) : Promise.resolve()
    },
  }
}

/** Whether both send the same, and both for real or neither. */
function isSame(one: Attempt, other: Attempt): boolean {
  const isOfSameChoices = JSON.stringify(one.choices) === JSON.stringify(other.choices)
  return one.gateway === other.gateway && isOfSameChoices
}
