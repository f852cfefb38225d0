import { useStore } from '@nanostores/react'
import { Field, useSelector } from '@tanstack/react-form'
import { useEffect, useLayoutEffect, type ReactNode } from 'react'
import {
  type firstStep,
  isDesktopChosen,
  isStockUsed,
  type WizardStep,
} from '../../lib/accounting/snelstart/choices.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { CouplingSetup } from '../../stores/wizard/setup.ts'
import { SwitchField } from '../form/fields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Loading, useHasBeenTrue } from '../ui/Reason.tsx'
import { ApprovalPage, ApprovalLink } from './ApprovalPage.tsx'
import { End, SaveProgress } from './saving/Saving.tsx'
import { isCompleted, type StepProps } from './form.ts'
import { ImportStep } from './ImportStep.tsx'
import { LedgersStep } from './ledgers/LedgersStep.tsx'
import { RelationStep } from './RelationStep.tsx'
import { createReportLink } from './saving/ReportView.tsx'
import { PlanPanel } from './application/PlanPanel.tsx'
import { TemplateField } from './application/ApplicationStep.tsx'
import { SummaryStep } from './summary/SummaryStep.tsx'
import type { StepOpener } from './summary/SummaryGroups.tsx'
import { getDefaultRelation } from '../../lib/accounting/snelstart/relations.ts'
import { getListItems } from '../../stores/form/list.ts'
import { getSignedInPortal } from '../../stores/shell/portal.ts'

export { ApprovalPage, ApprovalLink, PlanPanel, createReportLink }

interface LaterStepProps extends StepProps {
  step: Exclude<WizardStep, typeof firstStep>
  isActive: boolean
  /** Hides the errors of the step after its questions have changed. */
  onAskAnew: () => void
  onChange: StepOpener
  onMount: (isMounted: true) => void
}

export function StepPanel(props: LaterStepProps) {
  const { form, setup, onMount } = props
  const isLookedUp = useHasBeenTrue(!useStore(setup.$isLookingUp))

  // Calls `onMount` before painting, so that the first click is not lost.
  useLayoutEffect(() => onMount(true), [onMount])
  useEffect(() => {
    // Validates again, because a newly mounted field has no errors yet.
    void form.validate('change')
  }, [form])

  return (
    <>
      {!isLookedUp && props.step !== 'journals' && <Loading text="form:loading" />}
      {panelOf(props)}
    </>
  )
}

/** Steps that load data or summarise answers render only while active. */
function panelOf({ step, form, setup, isActive, onAskAnew, onChange }: LaterStepProps): ReactNode {
  switch (step) {
    case 'inhandel':
      return <StockStep form={form} setup={setup} onAskAnew={onAskAnew} />
    case 'journals':
      return <LedgersStep setup={setup} isActive={isActive} />
    case 'unknown_relation':
      return <RelationStep setup={setup} />
    case 'import_and_sync':
      return isActive && <ImportStep form={form} setup={setup} />
    case 'summary':
      return isActive && <SummaryStep setup={setup} onChange={onChange} />
  }
}

/** Shows the progress and results of the saves. */
export function Progress({ setup }: { setup: CouplingSetup }) {
  const { submitting } = setup
  const state = useStore(submitting.$state)
  const isReading = useStore(submitting.$isBusy) && state.status === 'unfinished'
  return (
    <>
      {isReading && <Notice kind="information" role="status" text="wizard:readingAgain" />}
      {!isCompleted(state.status) && (
        <SaveProgress $lines={submitting.$lines} onRetry={submitting.retry} />
      )}
      {state.status !== 'unfinished' && state.status !== 'saving' && (
        <End state={state} completion={submitting} />
      )}
      <TestPanel setup={setup} />
    </>
  )
}

/** Collapsible panel with the data of test mode (§2). */
function TestPanel({ setup }: { setup: CouplingSetup }) {
  const { flags } = getSignedInPortal()
  useStore(flags.$flags)
  // The summary depends on all displayed values.
  useStore(setup.$summary)
  if (!flags.isEnabled('test_mode')) return null

  const settings = setup.$settings.get()
  // The API key is secret and must not be shown.
  const key = { default_no_relation: getDefaultRelation(settings) }
  const parts = [
    ['wizard:testWizard', setup.$values.get()],
    ['wizard:testSettings', { ...settings, api_key: key }],
    [
      'wizard:testAccounting',
      {
        info: setup.$info.get(),
        order_templates: getListItems(setup.templates.$list.get()),
        ledgers: setup.$ledgers.get(),
        relation: setup.relation.$state.get(),
      },
    ],
  ] as const
  return (
    <details className="panel">
      <summary>{translate('wizard:testMode')}</summary>
      {parts.map(([title, data]) => (
        <section key={title} aria-label={translate(title)}>
          <h3>{translate(title)}</h3>
          <pre tabIndex={0} translate="no">
            {JSON.stringify(data, null, 2)}
          </pre>
        </section>
      ))}
    </details>
  )
}

const desktopOnly = {
  wizard: 'wizard:useStockDesktopOnly',
  polaris: 'wizard:useStockPolaris',
} as const

/** Step for stock management and its two order templates (§2). */
function StockStep({ form, setup, onAskAnew }: StepProps & { onAskAnew: () => void }) {
  const hasStock = useSelector(form.store, ({ values }) => isDesktopChosen(values))
  // Only the first template field shows a loading message for the list.
  const { status } = useStore(setup.templates.$list)
  const isUsed = useSelector(form.store, ({ values }) => isStockUsed(values))
  return (
    <>
      <Field form={form} name="use_stock" listeners={{ onChange: onAskAnew }}>
        {(field) => (
          <SwitchField
            field={field}
            label={translate('wizard:useStock')}
            hint={translate(hasStock ? 'wizard:useStockHelp' : desktopOnly[setup.variant])}
            isDisabled={!hasStock}
          />
        )}
      </Field>
      {isUsed && (
        <TemplateField form={form} template="register_order_template" templates={setup.templates} />
      )}
      {isUsed && status === 'loaded' && (
        <TemplateField form={form} template="account_order_template" templates={setup.templates} />
      )}
    </>
  )
}
