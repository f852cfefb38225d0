import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { findTemplate } from '../../../lib/accounting/snelstart/calls/order-templates.ts'
import { firstStep, type WizardStep } from '../../../lib/accounting/snelstart/steps.ts'
import {
  applicationIn,
  applicationNames,
  isDesktop,
  isLacking,
  switchesOf,
  applicationField,
  templateFields,
  usesStock,
  type WizardValues,
} from '../../../lib/accounting/snelstart/values.ts'
import type { ShownValue, SummaryRow } from '../../../lib/accounting/snelstart/summary.ts'
import { isolated } from '../../../lib/i18n/isolate.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { itemsOf } from '../../../stores/form/list.ts'
import type { Steps } from '../../../stores/form/step.ts'
import type { OwnTask, Plan } from '../../../stores/wizard/plan.ts'
import { ledgerProblem, relationProblem } from '../../../stores/wizard/problems.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { countText } from '../../form/count-text.ts'
import { problemText } from '../../form/problems.ts'
import { Notice } from '../../ui/Notice.tsx'
import { CreateErrorNotice } from '../CreateErrorNotice.tsx'
import { focusAfterwards } from '../focus.ts'
import { setValues, type StepProps } from '../form.ts'
import { aboutText, purposeHelp, purposeNames } from '../ledgers/ledger-texts.ts'
import { LedgerWarning } from '../ledgers/LedgerRow.tsx'
import { shownText } from '../summary/shown.ts'
import { presetsId, type Preset } from './PresetsPanel.tsx'
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
  /** Null where nobody is asked. */
  step: WizardStep | null
  name: string
  help: string
  more?: ReactNode
}

const waitId = 'plan-wait'
const { standard, register, account } = templateFields
const templateSteps = [
  [standard, firstStep],
  [register, 'inhandel'],
  [account, 'inhandel'],
] as const

/** What one press will do (§2), in plain words, and below it what only the user can. */
export function PlanPanel({ form, setup, steps, preset, onPreset, onChange }: Props) {
  const { plan, ledgerBatch, $isLookingUp } = setup
  const heading = useRef<HTMLHeadingElement>(null)
  const run = useStore(plan.$run)
  const planned = useStore(plan.$plan)
  const batch = useStore(ledgerBatch.$batch)
  const isLookingUp = useStore($isLookingUp)
  const values = preset(useStore(setup.$values))
  const isWorking = run.status === 'working'
  const { own, ...shown } = isWorking ? run.plan : planned
  const left = [...templatesLeft(values), ...own.map((task) => lineOf(task, setup))]
  const isHeld = isWorking || isLookingUp
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
    if (step === firstStep) close(applicationField)
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

  const progress =
    batch.status === 'creating'
      ? translate('wizard:batchCreating', { done: String(batch.done), total: String(batch.total) })
      : translate('form:loading')
  const wait = isLookingUp ? translate('wizard:presetWait') : ''
  const list = { onChange: change, isDisabled: isWorking }

  return (
    <section className="panel setup-plan" aria-labelledby="plan">
      <h3 id="plan" ref={heading} tabIndex={-1}>
        {translate('wizard:planHeading')}
      </h3>
      <p className="help">{translate('wizard:planHelp')}</p>
      {run.status === 'left' && (
        <Notice kind="failure" role="alert">
          <p>{translate('wizard:planLeft')}</p>
        </Notice>
      )}
      <Lines {...list} lines={linesOf(values, shown, setup)} />
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
        <button
          className="button"
          type="button"
          aria-disabled={isHeld}
          aria-describedby={waitId}
          onClick={() => void doIt()}
        >
          {translate('wizard:planDo')}
        </button>
        {own.some(({ state }) => state.status === 'failed') && (
          <button
            className="button"
            data-kind="secondary"
            type="button"
            onClick={() => {
              heading.current?.focus()
              plan.lookUpAgain()
            }}
          >
            {translate('shell:retry')}
          </button>
        )}
        <button
          className="button"
          data-kind="secondary"
          type="button"
          disabled={isWorking}
          onClick={() => close(presetsId)}
        >
          {translate('wizard:planClose')}
        </button>
      </p>
    </section>
  )
}

interface LinesProps {
  lines: readonly Line[]
  onChange: Props['onChange']
  isDisabled: boolean
}

function Lines({ lines, onChange, isDisabled }: LinesProps) {
  return (
    <ul className="plan-lines">
      {lines.map(({ step, name, help, more }) => (
        <li key={name}>
          <div className="plan-name">
            <strong>{name}</strong>
            {step && (
              <button
                className="summary-change"
                type="button"
                disabled={isDisabled}
                onClick={() => onChange(step)}
              >
                {translate('wizard:change')}
                <span className="visually-hidden"> {name}</span>
              </button>
            )}
          </div>
          <p className="help">{help}</p>
          {more}
        </li>
      ))}
    </ul>
  )
}

const answer = (label: MessageKey, chosen: ShownValue) =>
  `${translate(label)}: ${shownText(chosen)}`

/** What is filled in, created and accepted, in the order of the steps. */
function linesOf(values: WizardValues, plan: Omit<Plan, 'own'>, setup: Setup): Line[] {
  const { create, accept, relation } = plan
  const templates = itemsOf(setup.templates.$list.get())
  const summary = setup.summaryWith(values)
  const rows = Object.values(summary).flat()
  const taken = summary.prices.filter(({ now }) => now)
  const switched = (group: 'import' | 'sync') =>
    rows.filter((row) => switchesOf(`${group}_settings`).some(({ label }) => label === row.label))
  const lines: (Line | false | null)[] = [
    setup.variant === 'wizard' && {
      step: firstStep,
      name: answer('wizard:application', { key: applicationNames[applicationIn(values)] }),
      help: translate('wizard:planApplicationHelp'),
    },
    isDesktop(values) && {
      step: 'inhandel',
      name: answer('wizard:useStock', usesStock(values)),
      help: translate('wizard:useStockHelp'),
    },
    ...templateSteps.map(([{ label, isAsked, chosenIn }, step]) => {
      const chosen = isAsked(values) && findTemplate(templates, chosenIn(values))
      if (!chosen) return false
      const name = answer(label, chosen.omschrijving)
      return { step, name, help: translate('wizard:planTemplateHelp') }
    }),
    create.length > 0 && {
      step: 'journals',
      name: countText(create.length, 'wizard:createOne', 'wizard:createMany'),
      help: translate('wizard:planCreateHelp'),
      more: <Ledgers ledgers={create} />,
    },
    accept.length > 0 && {
      step: 'journals',
      name: countText(accept.length, 'wizard:planUseOne', 'wizard:planUseMany'),
      help: countText(accept.length, 'wizard:planUseHelpOne', 'wizard:planUseHelpMany'),
      more: <Ledgers ledgers={accept} />,
    },
    relation && {
      step: 'unknown_relation',
      name: translate(
        relation.status === 'existing' ? 'wizard:planRelationUse' : 'wizard:relationCreate',
        { code: setup.relation.$code.get().trim() },
      ),
      help: translate('wizard:walkInHelp'),
      more: relation.status === 'missing' && <CreateErrorNotice error={relation.error} />,
    },
    answered('import_and_sync', 'wizard:import', 'wizard:planImportHelp', switched('import')),
    answered('import_and_sync', 'wizard:sync', 'wizard:planSyncHelp', switched('sync')),
    answered(null, 'wizard:planFixed', 'wizard:planFixedHelp', rows.filter(isFixedAnew)),
    answered(null, 'wizard:planTakenOver', 'wizard:planTakenOverHelp', taken),
  ]
  return lines.filter((line) => !!line)
}

const isFixedAnew = ({ isFixed, now }: SummaryRow) => isFixed === true && now?.isChanged === true

/** Settings under one heading, as the summary will have them. */
function answered(
  step: Line['step'],
  name: MessageKey,
  help: MessageKey,
  rows: readonly SummaryRow[],
): Line | false {
  const items = rows.map(({ label, value }) => <li key={label}>{answer(label, value)}</li>)
  return (
    items.length > 0 && {
      step,
      name: translate(name),
      help: translate(help),
      more: <ul>{items}</ul>,
    }
  )
}

function Ledgers({ ledgers }: { ledgers: Plan['create'] }) {
  return (
    <ul>
      {ledgers.map(({ purpose, ledger, error }) => (
        <li key={purpose}>
          {ledger.number} {isolated(ledger.description)}{' '}
          <span className="ledger-about">{aboutText(ledger)}</span>
          <p className="help">{translate(purposeHelp[purpose])}</p>
          <CreateErrorNotice error={error} />
        </li>
      ))}
    </ul>
  )
}

/** Order templates that are still to be chosen. */
const templatesLeft = (values: WizardValues): Line[] =>
  templateSteps
    .filter(([template]) => isLacking(template, values))
    .map(([{ label }, step]) => ({
      step,
      name: translate(label),
      help: translate('wizard:chooseTemplate'),
    }))

/** What is left to the user, and why. */
function lineOf(task: OwnTask, setup: Setup): Line {
  const { step, state } = task
  const isLedger = step === 'journals'
  const problem = isLedger ? ledgerProblem(task.purpose, task.state) : relationProblem(task.state)
  const name = isLedger ? purposeNames[task.purpose] : 'wizard:stepRelation'
  const text = isLedger ? setup.ledgers[task.purpose].$number : setup.relation.$code
  return {
    step,
    name: answer(name, text.get()),
    help: problem ? problemText(problem) : translate('wizard:relationNoCustomer'),
    more: (
      <>
        {isLedger && <LedgerWarning setup={setup} purpose={task.purpose} />}
        <CreateErrorNotice error={state.status === 'missing' ? state.error : null} />
      </>
    ),
  }
}
