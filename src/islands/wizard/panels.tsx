import { useStore } from '@nanostores/react'
import { rows, type WizardStep } from '../../lib/accounting/snelstart/choices.ts'
import { texts, translate } from '../../lib/i18n/page.ts'
import type { Wizard } from '../../stores/wizard/wizard.ts'
import { createSetup, type Setup } from '../../stores/wizard/setup.ts'
import { Awaited, HandOver } from './Awaited.tsx'
import { End, SavingLines } from './saving/Saving.tsx'
import { isEnd, type StepProps } from './form.ts'
import { ImportStep } from './ImportStep.tsx'
import { LedgersStep } from './ledgers/LedgersStep.tsx'
import { RelationStep } from './RelationStep.tsx'
import { reportLink } from './saving/ReportView.tsx'
import { PlanPanel } from './application/PlanPanel.tsx'
import { StockStep } from './application/StockStep.tsx'
import { SummaryStep } from './summary/SummaryStep.tsx'
import type { OnChange } from './summary/SummaryGroups.tsx'
import { withoutSecret } from '../../lib/accounting/snelstart/stored-settings.ts'
import { ledgerPurposes } from '../../lib/accounting/snelstart/ledgers.ts'
import { itemsOf } from '../../stores/form/list.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'
import type { WizardValues } from '../../lib/accounting/snelstart/values.ts'

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
    summary: active === 'summary' && <SummaryStep form={form} setup={setup} onChange={onChange} />,
  }
}

export { Awaited, HandOver, PlanPanel }

/** The whole setup, with what the later steps take. */
export function setupFrom(choices: Wizard): Setup {
  return createSetup(choices, {
    linkTo: reportLink,
    isMessageKey: (key) => Object.hasOwn(texts(), key),
  })
}

/** What stands below the form: how the saves go, what comes of them, and the data of test mode. */
export function Below({ setup }: { setup: Setup }) {
  const { submitting } = setup
  const state = useStore(submitting.$state)
  return (
    <>
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

  const ledgers = ledgerPurposes.map((purpose) => [purpose, setup.ledgers[purpose].$state.get()])
  const parts = [
    ['wizard:testWizard', namedChoices(setup.$values.get())],
    ['wizard:testSettings', withoutSecret(setup.$settings.get())],
    [
      'wizard:testAccounting',
      {
        info: setup.$info.get(),
        order_templates: itemsOf(setup.templates.$list.get()),
        ledgers: Object.fromEntries(ledgers) as unknown,
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

/** The choices under the names of §3. */
function namedChoices(values: WizardValues): unknown {
  const named: Record<string, Record<string, unknown>> = {}
  for (const { name, step, group = step } of rows) {
    const answer = Object.entries(values).find(([each]) => each === name)?.[1]
    if (answer === undefined) continue
    const isProduct = typeof answer === 'object' && answer !== null
    named[group] = { ...named[group], [name]: isProduct ? answer.chosen : answer }
  }
  return named
}
