import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useState, type ReactNode } from 'react'
import { firstStep, wizardSteps, type WizardStep } from '../../lib/accounting/snelstart/choices.ts'
import { wizardRules } from '../../lib/accounting/snelstart/values.ts'
import { createSteps, type Steps as FormSteps } from '../../stores/form/steps.ts'
import type { SubmitState } from '../../stores/wizard/saving/submitting.ts'
import type { NewKey } from '../../stores/wizard/screen.ts'
import type { Wizard } from '../../stores/wizard/wizard.ts'
import { useKeptForm } from '../form/kept-form.ts'
import { Steps } from '../form/steps/Steps.tsx'
import { LazyPlaceholder, useEverTrue } from '../ui/Reason.tsx'
import { DraftRestored } from '../ui/ScreenNotices.tsx'
import { ApplicationStep } from './application/ApplicationStep.tsx'
import { isEnd, leadTo } from './form.ts'
import { usePanels } from './later.ts'

/** Nothing is sent, or agreed to, before the later steps are there: the last one submits. */
const unsent = atom<SubmitState>({ status: 'unfinished' })
const never = atom(false)

const waysBack = { summary: 'wizard:backToSummary', snelstart: 'wizard:backToPlan' } as const
type Origin = keyof typeof waysBack

/** Leads to another step to change something, and offers the way back from there. */
function useWayBack(steps: FormSteps<WizardStep>) {
  const [origin, setOrigin] = useState<Origin | null>(null)

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

  async function change(step: WizardStep, from: Origin, field?: string) {
    setOrigin(from)
    await steps.goTo(step)
    if (field) requestAnimationFrame(() => leadTo(field))
  }
  return { origin, change }
}

/** The form of the wizard, step by step (§2). */
export function SetupForm({ wizard, newKey }: { wizard: Wizard; newKey: NewKey | null }) {
  const descriptions = wizardSteps
  const { form, $problems } = useKeptForm({
    ...{ ...wizard, descriptions, rules: wizardRules },
    $further: wizard.$problems,
  })
  // Which of them are visited, the draft remembers.
  const [steps] = useState(() =>
    createSteps({ ...wizard, descriptions, $problems, closing: 'summary' }),
  )
  const { origin, change } = useWayBack(steps)
  const loading = usePanels(({ setupFrom, ...panels }) => ({ setup: setupFrom(wizard), ...panels }))
  const later = loading.status === 'loaded' ? loading.made : null
  const { isFirstSetUp } = wizard
  const active = useStore(steps.$active)
  const { status } = useStore(later?.setup.submitting.$state ?? unsent)
  const isBusy = useStore(later?.setup.submitting.$isBusy ?? never)
  const canAgree = useStore(later?.setup.plan.$canAgree ?? never)
  const isRestored = useStore(wizard.$isRestored)
  const isLookedUp = useEverTrue(!useStore(wizard.$isLookingUp))

  useEffect(() => {
    // Fields that have just appeared are judged as well.
    if (later) void form.validate('change')
  }, [form, later])

  async function discard(): Promise<boolean> {
    if (!(await wizard.discard())) return false
    await steps.startAnew()
    void wizard.reopen()
    return true
  }

  const otherPanels = later?.panelsOf({
    form,
    setup: later.setup,
    active,
    onAskAnew: steps.conceal,
    onChange: (step, field) => void change(step, 'summary', field),
  })

  const notYet = <LazyPlaceholder isFailed={loading.status === 'failed'} />

  function panelOf(step: WizardStep): ReactNode {
    if (step === firstStep) {
      return (
        <>
          <ApplicationStep form={form} setup={wizard} onAskAnew={() => steps.conceal(firstStep)} />
          {isFirstSetUp && !later && notYet}
          {isFirstSetUp && later && (
            <later.PlanPanel
              setup={later.setup}
              form={form}
              steps={steps}
              onChange={(other) => void change(other, firstStep)}
            />
          )}
        </>
      )
    }
    if (!otherPanels) return notYet
    return (
      <>
        {!isLookedUp && <LazyPlaceholder />}
        {otherPanels[step]}
      </>
    )
  }

  const leadsOn = status === 'importFailed' || (canAgree && active === 'journals')
  const ownButtons =
    active === firstStep && isFirstSetUp && later ? 'all' : leadsOn ? 'primary' : undefined

  return (
    <>
      {newKey && later && <later.HandOver approval={newKey} onForget={newKey.forget} />}
      {isRestored && status === 'unfinished' && <DraftRestored onDiscard={discard} />}
      {!isEnd(status) && (
        <Steps
          steps={steps}
          panelOf={panelOf}
          submit="form:submit"
          wayBack={origin === null ? undefined : { label: waysBack[origin], step: origin }}
          ownButtons={ownButtons}
          // Nothing can be changed until what was sent is saved and reported.
          isSending={status !== 'unfinished'}
          isBusy={(later === null && active === 'summary') || (isBusy && status === 'unfinished')}
          onSubmit={() => void later?.setup.submitting.submit()}
        />
      )}
      {later && <later.Below setup={later.setup} />}
    </>
  )
}
