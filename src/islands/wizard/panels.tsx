import { useStore } from '@nanostores/react'
import { type WizardStep } from '../../lib/accounting/snelstart/choices.ts'
import { texts, translate } from '../../lib/i18n/page.ts'
import type { WizardChoices } from '../../stores/wizard/choices.ts'
import { createSetup, type Setup } from '../../stores/wizard/setup.ts'
import { Notice } from '../ui/Notice.tsx'
import { Awaited } from './Awaited.tsx'
import { CheckLink } from './CheckLink.tsx'
import { HandOver } from './HandOver.tsx'
import { FinishPanel, LastReport, OtherLocations } from './saving/FinishPanel.tsx'
import type { StepProps } from './form.ts'
import { ImportStep } from './products/ImportStep.tsx'
import { LedgersStep } from './ledgers/LedgersStep.tsx'
import { RelationStep } from './RelationStep.tsx'
import { reportLink } from './saving/ReportView.tsx'
import { SavingLines } from './saving/SavingLines.tsx'
import { PlanPanel } from './application/PlanPanel.tsx'
import { StockStep } from './application/StockStep.tsx'
import { SummaryStep } from './summary/SummaryStep.tsx'
import type { OnChange } from './summary/SummaryTable.tsx'
import { TestPanel } from './TestPanel.tsx'

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
    summary: active === 'summary' && (
      <>
        <SummaryStep form={form} setup={setup} onChange={onChange} />
        <OtherLocations setup={setup} />
      </>
    ),
  }
}

export { Awaited, HandOver, LastReport, PlanPanel }

/** The whole setup, with what the later steps take. */
export function setupFrom(choices: WizardChoices): Setup {
  return createSetup(choices, {
    linkTo: reportLink,
    isMessageKey: (key) => Object.hasOwn(texts(), key),
  })
}

/** What stands below the form: that something is gone, how the saves go, what comes of them, and the data of test mode. */
export function Below({ setup }: { setup: Setup }) {
  return (
    <>
      <Broken setup={setup} />
      <SavingLines
        $lines={setup.submitting.$lines}
        onRetry={(save) => void setup.submitting.retry(save)}
      />
      <FinishPanel setup={setup} />
      <TestPanel setup={setup} />
    </>
  )
}

function Broken({ setup }: { setup: Setup }) {
  if (!useStore(setup.$isBroken)) return null
  return (
    <Notice kind="warning" role="status">
      {translate('wizard:broken')} <CheckLink />
    </Notice>
  )
}
