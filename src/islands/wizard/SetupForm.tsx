import { useStore } from '@nanostores/react'
import { useEffect, useState, type ReactNode } from 'react'
import { firstStep, wizardSteps, type WizardStep } from '../../lib/accounting/snelstart/choices.ts'
import { wizardRules } from '../../lib/accounting/snelstart/values.ts'
import { isMessageKey, translate } from '../../lib/i18n/page.ts'
import { createSteps, type Steps as FormSteps } from '../../stores/form/steps.ts'
import type { ReportPage } from '../../stores/wizard/saving/report.ts'
import type { NewKey } from '../../stores/wizard/screen.ts'
import { createCouplingSetup } from '../../stores/wizard/setup.ts'
import type { Wizard } from '../../stores/wizard/wizard.ts'
import { useAutosaveForm } from '../form/kept-form.ts'
import { Steps } from '../form/steps/Steps.tsx'
import { RestoredNotice } from '../ui/ScreenNotices.tsx'
import { formatValue } from '../ui/Text.tsx'
import { ApplicationStep } from './application/ApplicationStep.tsx'
import { isCompleted, focusField } from './form.ts'
import { ApprovalLink, StepPanel, loadLaterSteps, PlanPanel, Progress } from './later-parts.ts'

const reportPage: ReportPage = {
  linkTo: async (report) => (await loadLaterSteps()).createReportLink(report),
  changeIn: ({ label, now, value }) => ({
    label: translate(label),
    before: formatValue(now?.value ?? null),
    after: formatValue(value),
  }),
  isMessageKey,
}

const waysBack = { summary: 'wizard:backToSummary', snelstart: 'wizard:backToPlan' } as const
type Origin = keyof typeof waysBack

/** Opens a step to change an answer, and offers a link back. */
function useWayBack(steps: FormSteps<WizardStep>) {
  const [origin, setOrigin] = useState<Origin | null>(null)

  useEffect(() => {
    const stopArriving = steps.$active.listen((step) =>
      setOrigin((before) => (step === 'summary' || step === before ? null : before)),
    )
    // Only the submit of the summary can be blocked.
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
    if (field) requestAnimationFrame(() => focusField(field))
  }
  return { origin, change }
}

export function SetupForm({ wizard, newKey }: { wizard: Wizard; newKey: NewKey | null }) {
  const descriptions = wizardSteps
  const { form, $problems } = useAutosaveForm({
    ...wizard,
    descriptions,
    rules: wizardRules,
    $further: wizard.$problems,
  })
  const [steps] = useState(() =>
    createSteps({ ...wizard, descriptions, $problems, closing: 'summary' }),
  )
  const { origin, change } = useWayBack(steps)
  const [setup] = useState(() => createCouplingSetup(wizard, reportPage))
  /** Submitting requires the summary to be loaded. */
  const [areStepsLoaded, setStepsLoaded] = useState(false)
  const { submitting, isFirstSetUp } = setup
  const active = useStore(steps.$active)
  const { status } = useStore(submitting.$state)
  const isBusy = useStore(submitting.$isBusy)
  const canAgree = useStore(setup.plan.$canAgree)
  const isRestored = useStore(wizard.$isRestored)

  async function discard(): Promise<boolean> {
    if (!(await wizard.discard())) return false
    await steps.startAnew()
    void wizard.reopen()
    return true
  }

  function panelOf(step: WizardStep): ReactNode {
    if (step === firstStep) {
      return (
        <>
          <ApplicationStep form={form} setup={wizard} onAskAnew={() => steps.conceal(firstStep)} />
          {isFirstSetUp && (
            <PlanPanel
              setup={setup}
              form={form}
              steps={steps}
              onChange={(other) => void change(other, firstStep)}
            />
          )}
        </>
      )
    }
    return (
      <StepPanel
        step={step}
        form={form}
        setup={setup}
        isActive={step === active}
        onAskAnew={() => steps.conceal(step)}
        onChange={(other, field) => void change(other, 'summary', field)}
        onMount={setStepsLoaded}
      />
    )
  }

  function ownButtons() {
    if (active === firstStep && isFirstSetUp) return 'all'
    const isAgreementMain = canAgree && active === 'journals'
    return status === 'importFailed' || isAgreementMain ? 'primary' : undefined
  }

  return (
    <>
      {newKey && <ApprovalLink approval={newKey} onForget={newKey.forget} />}
      {isRestored && !isBusy && status === 'unfinished' && <RestoredNotice onDiscard={discard} />}
      {!isCompleted(status) && (
        <Steps
          steps={steps}
          panelOf={panelOf}
          submit="form:submit"
          wayBack={origin === null ? undefined : { label: waysBack[origin], step: origin }}
          ownButtons={ownButtons()}
          isSending={status !== 'unfinished'}
          isBusy={isBusy || (!areStepsLoaded && active === 'summary')}
          onSubmit={() => void submitting.submit()}
        />
      )}
      <Progress setup={setup} />
    </>
  )
}
