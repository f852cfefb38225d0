import { useStore } from '@nanostores/react'
import { Field, useSelector } from '@tanstack/react-form'
import { isDesktop, usesStock, type WizardStep } from '../../lib/accounting/snelstart/choices.ts'
import { texts, translate } from '../../lib/i18n/page.ts'
import type { Wizard } from '../../stores/wizard/wizard.ts'
import { createSetup, type Setup } from '../../stores/wizard/setup.ts'
import { SwitchField } from '../form/fields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Awaited, HandOver } from './Awaited.tsx'
import { End, SavingLines } from './saving/Saving.tsx'
import { isEnd, type StepProps } from './form.ts'
import { ImportStep } from './ImportStep.tsx'
import { LedgersStep } from './ledgers/LedgersStep.tsx'
import { RelationStep } from './RelationStep.tsx'
import { reportLink } from './saving/ReportView.tsx'
import { PlanPanel } from './application/PlanPanel.tsx'
import { TemplateField } from './application/ApplicationStep.tsx'
import { SummaryStep } from './summary/SummaryStep.tsx'
import { changeIn, type OnChange } from './summary/SummaryGroups.tsx'
import { defaultRelation } from '../../lib/accounting/snelstart/relations.ts'
import { itemsOf } from '../../stores/form/list.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'

interface Props extends StepProps {
  active: WizardStep
  /** A step asks something else: nothing of it is missed yet. */
  onAskAnew: (step: WizardStep) => void
  onChange: OnChange
}

/**
 * Every step but the first, which takes input before these are there: they are fetched after it, in
 * one piece. A step is rendered always, unless it fetches something or repeats what others show.
 */
export function panelsOf({ form, setup, active, onAskAnew, onChange }: Props) {
  return {
    inhandel: <StockStep form={form} setup={setup} onAskAnew={() => onAskAnew('inhandel')} />,
    journals: <LedgersStep setup={setup} isActive={active === 'journals'} />,
    unknown_relation: <RelationStep setup={setup} />,
    // What is fetched for a step is fetched once it is shown.
    import_and_sync: active === 'import_and_sync' && <ImportStep form={form} setup={setup} />,
    // Not while another step is shown: it repeats what they say.
    summary: active === 'summary' && <SummaryStep setup={setup} onChange={onChange} />,
  }
}

export { Awaited, HandOver, PlanPanel }

/** The whole setup, with what the later steps take. */
export function setupFrom(choices: Wizard): Setup {
  return createSetup(choices, {
    ...{ linkTo: reportLink, changeIn },
    isMessageKey: (key) => Object.hasOwn(texts(), key),
  })
}

/** What stands below the form: how the saves go, what comes of them, and the data of test mode. */
export function Below({ setup }: { setup: Setup }) {
  const { submitting } = setup
  const state = useStore(submitting.$state)
  const isReading = useStore(submitting.$isBusy) && state.status === 'unfinished'
  return (
    <>
      {isReading && <Notice kind="information" role="status" text="wizard:readingAgain" />}
      {!isEnd(state.status) && (
        <SavingLines $lines={submitting.$lines} onRetry={submitting.retry} />
      )}
      {state.status !== 'unfinished' && state.status !== 'saving' && (
        <End state={state} of={submitting} />
      )}
      <TestPanel setup={setup} />
    </>
  )
}

/** The expandable panel of test mode (§2): wizard data, company settings, accounting package data. */
function TestPanel({ setup }: { setup: Setup }) {
  const { flags } = signedInPortal()
  useStore(flags.$flags)
  // It follows from all that is shown.
  useStore(setup.$summary)
  if (!flags.isEnabled('test_mode')) return null

  const settings = setup.$settings.get()
  // The key itself is a secret.
  const key = { default_no_relation: defaultRelation(settings) }
  const parts = [
    ['wizard:testWizard', setup.$values.get()],
    ['wizard:testSettings', { ...settings, api_key: key }],
    [
      'wizard:testAccounting',
      {
        info: setup.$info.get(),
        order_templates: itemsOf(setup.templates.$list.get()),
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

/** Why there is nothing to switch on: polaris users choose no application. */
const desktopOnly = {
  wizard: 'wizard:useStockDesktopOnly',
  polaris: 'wizard:useStockPolaris',
} as const

/** Stock management (§2), which the desktop application alone has, and its two order templates. */
function StockStep({ form, setup, onAskAnew }: StepProps & { onAskAnew: () => void }) {
  const hasStock = useSelector(form.store, ({ values }) => isDesktop(values))
  // Until they are there, one field says so for both.
  const { status } = useStore(setup.templates.$list)
  const isUsed = useSelector(form.store, ({ values }) => usesStock(values))
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
