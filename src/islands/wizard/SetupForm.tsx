import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useState, type ReactNode } from 'react'
import { firstStep, type WizardStep, wizardSteps } from '../../lib/accounting/snelstart/choices.ts'
import { asksForReport } from '../../lib/domain/coupling.ts'
import { createSteps } from '../../stores/form/steps.ts'
import type { SubmitState } from '../../stores/wizard/saving/submitting.ts'
import type { Wizard } from '../../stores/wizard/wizard.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'
import { useProblems } from '../form/problems.ts'
import { Steps } from '../form/steps/Steps.tsx'
import { NotYet } from '../ui/NotYet.tsx'
import { Restored } from '../ui/Restored.tsx'
import { useOnce } from '../ui/use-once.ts'
import { ApplicationStep, PresetsPanel, type Preset } from './application/ApplicationStep.tsx'
import { leadTo } from './focus.ts'
import { useWizardForm } from './form.ts'
import { usePanels } from './use-panels.ts'

/** Nothing is sent before the later steps are there: the last one submits. */
const unsent = atom<SubmitState>({ status: 'unfinished' })

/** What leads to other steps, and takes the user back. */
const waysBack = { summary: 'wizard:backToSummary', [firstStep]: 'wizard:backToPlan' } as const

/** The form of the wizard, step by step (§2). */
export function SetupForm({ choices }: { choices: Wizard }) {
  const { portal } = signedInPortal()
  const [steps] = useState(() =>
    createSteps<WizardStep>({
      environment: portal.environment,
      names: wizardSteps.map(({ name }) => name),
      closing: 'summary',
      $idle: choices.$idle,
      visited: choices.visited,
      keepVisited: choices.keepVisited,
      shown: choices.shown,
      keepShown: choices.keepShown,
    }),
  )
  const form = useWizardForm(choices)
  const problemsOf = useProblems(form, steps, wizardSteps, choices.$problems)
  const loading = usePanels(({ setupFrom, ...panels }) => ({
    setup: setupFrom(choices),
    ...panels,
  }))
  const made = loading.status === 'loaded' ? loading.made : null
  /** Where the user was led from to change something. */
  const [origin, setOrigin] = useState<keyof typeof waysBack | null>(null)
  /** What the list of what will be done fills in, while that is shown. */
  const [preset, setPreset] = useState<Preset | null>(null)
  const active = useStore(steps.$active)
  const { status } = useStore(made?.setup.submitting.$state ?? unsent)
  const isRestored = useStore(choices.$isRestored)
  const isLookedUp = useOnce(!useStore(choices.$isLookingUp))
  const [isReportAsked] = useState(() => asksForReport(portal.environment.location()))

  async function discard(): Promise<boolean> {
    if (!(await choices.discard())) return false
    await steps.startAnew()
    void choices.reopen()
    return true
  }

  useEffect(() => {
    // Fields that have just appeared are judged as well.
    if (made) void form.validate('change')
  }, [form, made])

  useEffect(() => {
    const stopArriving = steps.$active.listen((step) =>
      setOrigin((before) => (step === 'summary' || step === before ? null : before)),
    )
    // Only a submit blocks here, and it is pressed in the summary.
    const stopBlocking = steps.$blockedMove.listen(
      (blocked) => blocked && setOrigin(blocked.step === 'summary' ? null : 'summary'),
    )
    return () => {
      stopArriving()
      stopBlocking()
    }
  }, [steps])

  const otherPanels = made?.panelsOf({
    form,
    setup: made.setup,
    active,
    onAskAnew: steps.conceal,
    onChange: (step, field) => void change(step, 'summary', field),
  })

  async function change(step: WizardStep, from: keyof typeof waysBack, field?: string) {
    setOrigin(from)
    await steps.goTo(step)
    if (field) requestAnimationFrame(() => leadTo(field))
  }

  const choose = (chosen: Preset | null) => setPreset(() => chosen)

  function panelOf(step: WizardStep): ReactNode {
    if (step === firstStep && preset !== null && made) {
      return (
        <made.PlanPanel
          setup={made.setup}
          form={form}
          steps={steps}
          preset={preset}
          onPreset={choose}
          onChange={(other) => void change(other, firstStep)}
        />
      )
    }
    if (step === firstStep && preset === null) {
      return (
        <>
          <ApplicationStep form={form} setup={choices} onAskAnew={() => steps.conceal(firstStep)} />
          <PresetsPanel setup={choices} onChoose={choose} />
        </>
      )
    }
    if (!otherPanels || step === firstStep) return <NotYet isFailed={loading.status === 'failed'} />
    return (
      <>
        {!isLookedUp && <NotYet />}
        {otherPanels[step]}
      </>
    )
  }

  const lastReport = made && (
    <made.LastReport setup={made.setup} steps={steps} isAsked={isReportAsked} />
  )
  const isFirst = active === firstStep
  const leadsOn =
    status === 'importFailed' || status === 'chain' || (isFirst && choices.presets.isOffered)
  const ownButtons = isFirst && preset ? 'all' : leadsOn ? 'primary' : undefined
  const panels = wizardSteps.map(({ name }) => [name, panelOf(name)])

  return (
    <>
      {isReportAsked && lastReport}
      {isRestored && status === 'unfinished' && <Restored onDiscard={discard} />}
      {status !== 'done' && (
        <Steps
          steps={steps}
          descriptions={wizardSteps}
          panels={Object.fromEntries(panels) as Record<WizardStep, ReactNode>}
          problemsOf={problemsOf}
          submit={{ key: 'form:submit' }}
          wayBack={origin === null ? undefined : { label: { key: waysBack[origin] }, step: origin }}
          ownButtons={ownButtons}
          // Nothing can be changed until what was sent is saved and reported.
          isSending={status !== 'unfinished'}
          isBusy={made === null && active === 'summary'}
          onSubmit={() => void made?.setup.submitting.submit()}
        />
      )}
      {made && <made.Below setup={made.setup} />}
      {!isReportAsked && lastReport}
    </>
  )
}
