import { useStore } from '@nanostores/react'
import checkIcon from 'lucide-static/icons/check.svg?raw'
import plusIcon from 'lucide-static/icons/plus.svg?raw'
import refreshIcon from 'lucide-static/icons/refresh-cw.svg?raw'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import {
  wizardChoices,
  firstStep,
  type WizardStep,
} from '../../../lib/accounting/snelstart/choices.ts'
import { purposeTexts } from '../../../lib/accounting/snelstart/ledgers.ts'
import {
  findMissingFields,
  recommendedChoiceNames,
  type WizardValues,
} from '../../../lib/accounting/snelstart/values.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { Steps } from '../../../stores/form/steps.ts'
import { areValuesEqual } from '../../../stores/wizard/draft.ts'
import type { UserTask, SetupPlan, PresetName } from '../../../stores/wizard/plan.ts'
import type { CouplingSetup } from '../../../stores/wizard/setup.ts'
import { findRelationProblem } from '../../../stores/wizard/wizard.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { kindIcons, Notice, Panel } from '../../ui/Notice.tsx'
import { FailureSubject, Loading } from '../../ui/Reason.tsx'
import { formatCount, formatProblem, formatValue, MessageText } from '../../ui/Text.tsx'
import { focusField, setValues, type StepProps } from '../form.ts'
import { isPerhapsCreated } from '../ledgers/ledger-texts.ts'
import {
  formatLedgerBatchResult,
  LedgerWarning,
  renderLedgerItem,
} from '../ledgers/LedgerWarning.tsx'
import { CreateErrorNotice } from '../LookupField.tsx'
import { ChangeButton } from '../summary/SummaryGroups.tsx'

interface PlanPanelProps extends StepProps {
  steps: Steps<WizardStep>
  onChange: (step: WizardStep) => void
}

/** Preset that the user chose, with the answers before and after. */
type PickedPreset = Readonly<Record<'before' | 'values', WizardValues>> & { name: PresetName }

interface PlanPart {
  step: WizardStep
  /** Icon of a line without a problem, by default a tick. */
  icon?: string
  name: string
  help?: ReactNode
  /** Collapsible details, which are expanded if the line has a problem. */
  details: ReactNode
  hasProblem?: boolean
}

const planId = 'plan'
const waitId = 'plan-wait'

const headings = {
  recommended: 'wizard:presetRecommended',
  last: 'wizard:presetLast',
  own: 'wizard:presetOwn',
} as const

/** Completes the rest of the wizard with one button (§2). */
export function PlanPanel({ form, setup, steps, onChange }: PlanPanelProps) {
  const { plan } = setup
  const heading = useRef<HTMLHeadingElement>(null)
  /** True if the heading is above the visible area. */
  const [isPast, setPast] = useState(false)
  const [picked, pick] = useState<PickedPreset | null>(null)
  const filledIn = useStore(setup.$values)
  /** Progress of running the plan, `left` if some parts are still unresolved. */
  const [runState, setRunState] = useState<'resting' | 'working' | 'left'>('resting')
  const planned = useStore(plan.$plan)
  const batch = useStore(plan.$batch)
  const isLookingUp = useStore(setup.$isLookingUp)
  // The preset depends on the order templates.
  useStore(setup.templates.$list)
  const unchanged = picked && areValuesEqual(picked.values, filledIn) ? picked : null
  const preset = unchanged?.name ?? (setup.isTouched(filledIn) ? 'own' : 'recommended')
  const values = plan.presetValues(preset, filledIn)
  const isWorking = runState === 'working'
  const isHeld = isWorking || isLookingUp

  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) =>
      setPast(entry?.isIntersecting === false && entry.boundingClientRect.top < 0),
    )
    if (heading.current) observer.observe(heading.current)
    return () => observer.disconnect()
  }, [])

  function choosePreset(name: 'recommended' | 'last'): void {
    plan.lookUpPresetNumbers(name)
    const before = unchanged?.before ?? form.state.values
    setValues(form, plan.presetValues(name, before))
    pick({ name, before, values: form.state.values })
  }

  function applyPreset(): void {
    setValues(form, plan.presetValues(preset, form.state.values))
    pick(null)
  }

  const onLeave = useEffectEvent(() => {
    applyPreset()
    // Removes the failure notice, because a later step may solve the rest.
    if (!isWorking) setRunState('resting')
  })
  useEffect(() => steps.$active.listen((_, left) => left === firstStep && onLeave()), [steps])

  function change(step: WizardStep): void {
    applyPreset()
    if (step === firstStep) focusField('default_order_template')
    else onChange(step)
  }

  async function runPlan(): Promise<void> {
    if (isHeld) return
    applyPreset()
    setRunState('working')
    const isDone = await plan.run()
    setRunState(isDone ? 'resting' : 'left')
    if (!isDone) return heading.current?.focus()
    steps.visitAll()
    await steps.goTo('summary')
  }

  const progress = batch.creating ? formatLedgerBatchResult(batch) : translate('form:loading')
  const wait = isLookingUp ? translate('wizard:presetWait') : ''
  const hasCreated = batch.created + batch.others.length > 0
  const states = [...planned.missing.map(({ state }) => state), planned.relation]
  const hasPerhapsCreated = hasCreated || states.some(isPerhapsCreated)
  const failure = hasPerhapsCreated ? 'wizard:planLeft' : 'wizard:planNothing'

  return (
    <Panel id={planId} className="setup-plan" title={headings[preset]} heading="h3" focus={heading}>
      {preset === 'last' && <p translate="no">{plan.lastCustomer}</p>}
      <p className="help">{translate('wizard:planHelp')}</p>
      {runState === 'left' && <Notice kind="failure" role="alert" text={failure} />}
      {isLookingUp && !isWorking ? (
        <Loading text="form:loading" />
      ) : (
        <ul>
          {partsOf(values, planned, setup).map(
            ({ step, icon = checkIcon, name, help, details, hasProblem = false }) => (
              <li key={name}>
                <details
                  className="plan-part"
                  open={hasProblem}
                  data-kind={hasProblem ? 'warning' : undefined}
                >
                  <summary>
                    <span className="plan-mark">
                      <Icon drawing={hasProblem ? kindIcons.warning : icon} />
                    </span>
                    <span>
                      <strong>{name}</strong>
                      {help && <span className="help">{help}</span>}
                    </span>
                    <span className="plan-view">{translate('wizard:planView')}</span>
                    <span className="plan-view">{translate('wizard:planHide')}</span>
                  </summary>
                  <FailureSubject value={name}>{details}</FailureSubject>
                  <ChangeButton subject={name} disabled={isWorking} onClick={() => change(step)} />
                </details>
              </li>
            ),
          )}
        </ul>
      )}
      <div className="plan-actions" data-past={isPast}>
        <p className="buttons">
          <Button kind="main" aria-disabled={isHeld} aria-describedby={waitId} onClick={runPlan}>
            <MessageText message={{ key: 'wizard:planDo' }} />
          </Button>
          {preset !== 'recommended' && (
            <Button
              text="wizard:presetRecommended"
              focuses={planId}
              onClick={() => choosePreset('recommended')}
            />
          )}
          {preset !== 'last' && plan.hasOtherChoices(filledIn) && (
            <Button focuses={planId} onClick={() => choosePreset('last')}>
              {[translate('wizard:presetLast'), plan.lastCustomer].filter(Boolean).join(': ')}
            </Button>
          )}
          {planned.userTasks.some(({ state }) => state.status === 'failed') && (
            <Button text="shell:retry" focuses={planId} onClick={plan.retryFailedLookUps} />
          )}
          {/* The last button, because Tab on it opens the next step. */}
          <Button text="wizard:planClose" kind="quiet" type="submit" disabled={isWorking} />
        </p>
        <p className="help" id={waitId} role="status">
          {isWorking ? progress : wait}
        </p>
      </div>
    </Panel>
  )
}

const ledgerParts = [
  ['missing', 'wizard:planCreateOne', 'wizard:planCreateMany', 'wizard:planCreateHelp'],
  ['existing', 'wizard:planUseOne', 'wizard:planUseMany', 'wizard:planUseHelp'],
] as const

function partsOf(values: WizardValues, plan: SetupPlan, setup: CouplingSetup): PlanPart[] {
  return [
    ...ledgerParts
      .filter(([status]) => plan[status].length > 0)
      .map((part) => ledgerPart(plan, part)),
    importPart(values),
    ...(plan.relation ? [relationPart(plan.relation, setup.relation.$code.get().trim())] : []),
    ...findMissingFields(values).map((name) => ({
      step: wizardChoices[name].step,
      name: translate(wizardChoices[name].label),
      details: <p>{translate('wizard:chooseTemplate')}</p>,
      hasProblem: true,
    })),
    ...plan.userTasks.map((task) => taskPart(task, setup)),
  ]
}

function ledgerPart(
  plan: SetupPlan,
  [status, one, many, meaning]: (typeof ledgerParts)[number],
): PlanPart {
  const views = plan[status]
  const numbered = views.map(
    ({ purpose, number }) => `${number}\u00A0${translate(purposeTexts[purpose].name)}`,
  )
  return {
    step: 'journals',
    icon: status === 'missing' ? plusIcon : checkIcon,
    name: formatCount(views.length, one, many),
    help: (
      <>
        <span>{numbered.join(', ')}</span>
        {status === 'existing' && <span>{`. ${translate('wizard:planUseWarning')}`}</span>}
      </>
    ),
    details: (
      <>
        <p>{translate(meaning)}</p>
        <ul>{views.map((view) => renderLedgerItem(view, true))}</ul>
      </>
    ),
    hasProblem: views.some(({ error }) => error !== null),
  }
}

function importPart(values: WizardValues): PlanPart {
  const isSynced = values.sync_products && values.sync_relations
  const isActiveOnly = !values.import_non_active && !values.import_non_active_relations
  return {
    step: 'import_and_sync',
    icon: refreshIcon,
    name: translate(isSynced ? 'wizard:planSync' : 'wizard:stepImport'),
    ...(isActiveOnly && { help: translate('wizard:planActive') }),
    details: (
      <>
        <p>{translate('wizard:planImportHelp')}</p>
        <ul>
          {recommendedChoiceNames.map((name) => (
            <li
              key={name}
            >{`${translate(wizardChoices[name].label)}: ${formatValue(values[name])}`}</li>
          ))}
        </ul>
      </>
    ),
  }
}

const relationPart = (state: NonNullable<SetupPlan['relation']>, code: string): PlanPart => ({
  step: 'unknown_relation',
  icon: state.status === 'existing' ? checkIcon : plusIcon,
  name: translate('wizard:planRelation'),
  help:
    state.status === 'existing'
      ? `${code} ${state.relation.name}`
      : translate('wizard:planRelationNew', { code }),
  details: (
    <>
      <p>{translate('wizard:walkInHelp')}</p>
      {state.status === 'missing' && <CreateErrorNotice error={state.error} />}
    </>
  ),
  hasProblem: state.status === 'missing' && state.error !== null,
})

function taskPart(task: UserTask, setup: CouplingSetup): PlanPart {
  const { step, state } = task
  const isLedger = step === 'journals'
  const problem = isLedger ? task.problem : findRelationProblem(task.state)
  const label = isLedger ? purposeTexts[task.purpose].name : 'wizard:stepRelation'
  const number = isLedger ? task.number : setup.relation.$code.get()
  const reason = problem ? formatProblem(problem) : translate('wizard:relationNoCustomer')
  // The warning of a refused ledger already contains the reason.
  const isRefused = isLedger && task.verdict?.kind === 'refused'
  return {
    step,
    name: `${translate(label)}: ${formatValue(number)}`,
    help: translate('wizard:planOwn'),
    details: (
      <>
        {!isRefused && <p>{reason}</p>}
        {isLedger && <LedgerWarning view={task} />}
        <CreateErrorNotice error={state.status === 'missing' ? state.error : null} />
      </>
    ),
    hasProblem: true,
  }
}
