import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import {
  choices,
  firstStep,
  idleSteps,
  isDesktop,
  rows,
  templateNames,
  type WizardStep,
} from '../../../lib/accounting/snelstart/choices.ts'
import type { Summary, SummaryRow } from '../../../lib/accounting/snelstart/summary.ts'
import { lackingIn, type WizardValues } from '../../../lib/accounting/snelstart/values.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { Steps } from '../../../stores/form/steps.ts'
import type { OwnTask, Plan } from '../../../stores/wizard/plan.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { relationProblem } from '../../../stores/wizard/wizard.ts'
import { failureText } from '../../form/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { About } from '../../ui/Reason.tsx'
import { countText, shownText } from '../../ui/Text.tsx'
import { AskBookkeeper } from '../bookkeeper/AskBookkeeper.tsx'
import { focusAfterwards, setValues, type StepProps } from '../form.ts'
import { purposes } from '../ledgers/ledger-texts.ts'
import { batchText, LedgerWarning, listedLedger } from '../ledgers/LedgerWarning.tsx'
import { CreateErrorNotice } from '../LookedUp.tsx'
import { ChangeButton } from '../summary/SummaryTable.tsx'
import { presetsId, type Preset } from './ApplicationStep.tsx'
import './plan.css'

interface Props extends StepProps {
  steps: Steps<WizardStep>
  preset: Preset
  /** Another one is shown, or none. */
  onPreset: (preset: Preset | null) => void
  /** Goes to a step to change it, and comes back. */
  onChange: (step: WizardStep) => void
}

/** One thing that is done or left, what it means, and the step in which it is changed. */
interface Line {
  step: WizardStep
  name: string
  help: string
  /** All that it consists of: without any of it there is no such line. */
  parts?: readonly ReactNode[]
  more?: ReactNode
}

const [planId, waitId] = ['plan', 'plan-wait']

/** What a preset answers with yes or no about import and synchronisation. */
const answered = rows.filter(({ usual }) => usual !== undefined).map(({ label }) => label)

/** What is chosen before there are ledgers. */
const chosen = [
  { ...choices.application, help: 'wizard:planApplicationHelp' },
  { ...choices.use_stock, help: 'wizard:useStockHelp' },
  ...templateNames.map((name) => ({ ...choices[name], help: 'wizard:planTemplateHelp' as const })),
] as const

/** What one press will do (§2), in plain words, and below it what only the user can. */
export function PlanPanel({ form, setup, steps, preset, onPreset, onChange }: Props) {
  const { plan, ledgerBatch } = setup
  const heading = useRef<HTMLHeadingElement>(null)
  const run = useStore(plan.$run)
  const planned = useStore(plan.$plan)
  const batch = useStore(ledgerBatch.$batch)
  const isLookingUp = useStore(setup.$isLookingUp)
  const values = preset(useStore(setup.$values))
  const isWorking = run.status === 'working'
  const shown = isWorking ? run.plan : planned
  const left = [...templatesLeft(values), ...shown.own.map((task) => lineOf(task, setup))]
  const isHeld = isWorking || isLookingUp
  const summary = setup.summaryWith(values)
  const fixed = summary.filter(
    ({ group, isFixed, now }) => now && (group === 'prices' || (isFixed && now.isChanged)),
  )
  useEffect(() => heading.current?.focus(), [])
  // The only template is chosen once it is there.
  useStore(setup.templates.$list)

  function apply(): void {
    setValues(form, preset(form.state.values))
    // From now on it is what the user makes of it.
    onPreset((filledIn) => filledIn)
  }

  function close(focused: string): void {
    onPreset(null)
    focusAfterwards(focused)
  }

  function change(step: WizardStep): void {
    apply()
    if (step === firstStep) close('application')
    else onChange(step)
  }

  async function doIt(): Promise<void> {
    if (isHeld) return
    apply()
    if (await plan.run()) {
      onPreset(null)
      steps.visitAll()
      await steps.goTo('summary')
    } else heading.current?.focus()
  }

  const progress = batch.status === 'creating' ? batchText(batch) : translate('form:loading')
  const wait = isLookingUp ? translate('wizard:presetWait') : ''
  const list = { onChange: change, isDisabled: isWorking }

  return (
    <Panel
      id={planId}
      className="setup-plan"
      title="wizard:planHeading"
      heading="h3"
      focus={heading}
    >
      <p className="help">{translate('wizard:planHelp')}</p>
      {run.status === 'left' && <Notice kind="failure" role="alert" text="wizard:planLeft" />}
      <Lines {...list} lines={linesOf(values, shown, setup, summary)} />
      <details className="plan-lines fold">
        <summary>{translate('wizard:planFixed', { count: String(fixed.length) })}</summary>
        <p className="help">{translate('wizard:planFixedHelp')}</p>
        <ul>{fixed.map(settingPart)}</ul>
      </details>
      {left.length > 0 && (
        <>
          <h4>{translate('wizard:planOwn')}</h4>
          <p className="help">{translate('wizard:planOwnHelp')}</p>
          <Lines {...list} lines={left} />
        </>
      )}
      <p className="plan-wait help" id={waitId} role="status">
        {isWorking ? progress : wait}
      </p>
      <p className="buttons">
        <Button
          text="wizard:planDo"
          kind="main"
          aria-disabled={isHeld}
          aria-describedby={waitId}
          onClick={() => void doIt()}
        />
        {shown.own.some(({ state }) => state.status === 'failed') && (
          <Button text="shell:retry" focuses={planId} onClick={plan.lookUpAgain} />
        )}
        <Button text="wizard:planClose" disabled={isWorking} onClick={() => close(presetsId)} />
      </p>
      <AskBookkeeper setup={{ ...setup, exampleDay: setup.exampleDayWith(values) }} />
    </Panel>
  )
}

interface LinesProps extends Pick<Props, 'onChange'> {
  lines: readonly Line[]
  isDisabled: boolean
}

function Lines({ lines, onChange, isDisabled }: LinesProps) {
  return (
    <ul className="plan-lines">
      {lines.map(({ step, name, help, parts, more }) => (
        <li key={name}>
          <div className="plan-name">
            <strong>{name}</strong>
            <ChangeButton of={name} disabled={isDisabled} onClick={() => onChange(step)} />
          </div>
          <p className="help">{help}</p>
          {parts && <ul>{parts}</ul>}
          <About value={name}>{more}</About>
        </li>
      ))}
    </ul>
  )
}

const answer = ({ label, value }: Pick<SummaryRow, 'label' | 'value'>) =>
  `${translate(label)}: ${shownText(value)}`

/** What is filled in, created and accepted. */
function linesOf(values: WizardValues, plan: Plan, setup: Setup, summary: Summary): Line[] {
  const { create, accept, relation } = plan
  const idle = idleSteps(setup.variant, isDesktop(values))
  const lines: Line[] = [
    ...chosen
      .filter(({ step }) => !idle[step])
      .flatMap(({ label, step, help }) =>
        summary
          .filter((row) => row.label === label && row.value !== null)
          .map((row) => ({ step, name: answer(row), help: translate(help) })),
      ),
    {
      step: 'journals',
      name: countText(create.length, 'wizard:createOne', 'wizard:createMany'),
      help: translate('wizard:planCreateHelp'),
      parts: create.map((view) => listedLedger(view, true)),
    },
    {
      step: 'journals',
      name: countText(accept.length, 'wizard:planUseOne', 'wizard:planUseMany'),
      help: countText(accept.length, 'wizard:planUseHelpOne', 'wizard:planUseHelpMany'),
      parts: accept.map((view) => listedLedger(view, true)),
    },
    ...(relation ? [relationLine(relation, setup.relation.$code.get().trim())] : []),
    {
      step: 'import_and_sync',
      name: translate('wizard:stepImport'),
      help: translate('wizard:planImportHelp'),
      parts: summary.filter(({ label }) => answered.includes(label)).map(settingPart),
    },
  ]
  return lines.filter(({ parts }) => parts?.length !== 0)
}

const settingPart = (row: SummaryRow) => <li key={row.label}>{answer(row)}</li>

const relationLine = (state: NonNullable<Plan['relation']>, code: string): Line => ({
  step: 'unknown_relation',
  name: translate(
    state.status === 'existing' ? 'wizard:planRelationUse' : 'wizard:relationCreate',
    { code },
  ),
  help: translate('wizard:walkInHelp'),
  more: state.status === 'missing' && <CreateErrorNotice error={state.error} />,
})

/** Order templates that are still to be chosen. */
const templatesLeft = (values: WizardValues): Line[] =>
  lackingIn(values).map((name) => ({
    step: choices[name].step,
    name: translate(choices[name].label),
    help: translate('wizard:chooseTemplate'),
  }))

/** What is left to the user, and why. */
function lineOf(task: OwnTask, setup: Setup): Line {
  const { step, state } = task
  const isLedger = step === 'journals'
  const problem = isLedger ? task.problem : relationProblem(task.state)
  const label = isLedger ? purposes[task.purpose].name : 'wizard:stepRelation'
  return {
    step,
    name: answer({ label, value: isLedger ? task.number : setup.relation.$code.get() }),
    help: problem
      ? failureText(translate(problem.label), problem.message)
      : translate('wizard:relationNoCustomer'),
    more: (
      <>
        {isLedger && <LedgerWarning view={task} />}
        <CreateErrorNotice error={state.status === 'missing' ? state.error : null} />
      </>
    ),
  }
}
