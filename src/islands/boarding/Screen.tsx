import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { boardingSteps, type BoardingStep } from '../../lib/domain/boarding-steps.ts'
import type { BoardingValues } from '../../lib/domain/boarding-values.ts'
import { logError } from '../../lib/environment.ts'
import { translate } from '../../lib/i18n/page.ts'
import { boardingRules } from '../../lib/validation/boarding.ts'
import { boardingScreen } from '../../stores/boarding/screen.ts'
import { createSteps } from '../../stores/form/steps.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'
import { useKeptForm } from '../form/kept-form.ts'
import { useProblems } from '../form/problems.ts'
import { enterStep } from '../form/steps/enter-step.ts'
import { Steps } from '../form/steps/Steps.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { NotYet } from '../ui/NotYet.tsx'
import { Restored } from '../ui/Restored.tsx'
import { Text } from '../ui/Text.tsx'
import { CompanyStep, MerchantStep } from './fields.tsx'
import { Progress } from './Progress.tsx'
import { SubscriptionStep } from './SubscriptionStep.tsx'

/** The boarding screen (§2): a new customer, from name to coupling. */
export function Screen() {
  const { portal, person } = signedInPortal()
  const [boarding] = useState(boardingScreen.take)
  const [steps] = useState(() =>
    createSteps<BoardingStep>({
      environment: portal.environment,
      names: boardingSteps.map(({ name }) => name),
      visited: boarding.visited,
      keepVisited: boarding.keepVisited,
      shown: boarding.shown,
      keepShown: boarding.keepShown,
      absent: boarding.isPolaris ? ['merchant_info'] : [],
    }),
  )
  const { initial, keep, isPolaris } = boarding
  const form = useKeptForm({ initial, rules: boardingRules(isPolaris), keep })
  const problemsOf = useProblems(form, steps, boardingSteps)
  const isBusy = useStore(boarding.$isBusy)
  const isRestored = useStore(boarding.$isRestored)
  const [handOver, setHandOver] = useState(boarding.handOver)
  const [late, setLate] = useState<typeof import('./Review.tsx') | 'failed' | null>(null)
  const active = useStore(steps.$active)
  // From then on each step leads straight back to what will be made.
  const isReviewed = useStore(steps.$steps).some(
    ({ name, isVisited }) => name === 'subscription' && isVisited,
  )

  // What follows the form. Without it the form can be sent all the same.
  useEffect(() => {
    import('./Review.tsx').then(setLate, (error: unknown) => {
      logError(portal.environment, 'the review could not be fetched', error)
      setLate('failed')
    })
  }, [portal])

  function begin(initial: BoardingValues): void {
    form.reset(initial)
    // The library forgets what is wrong with the values along with them.
    void form.validate('change')
    void steps.startAnew()
  }

  async function discard(): Promise<boolean> {
    const initial = await boarding.discard()
    if (initial) begin(initial)
    return initial !== null
  }

  /** Once the step has its focus, that goes on to what is to be changed. */
  async function change(step: BoardingStep, field: string): Promise<void> {
    await steps.goTo(step)
    requestAnimationFrame(() => document.getElementById(field)?.focus())
  }

  const toSubscription = () => void steps.goTo('subscription')
  const wayBack = isReviewed && (
    <Button onClick={toSubscription}>
      {translate('form:backTo', { step: translate('boarding:subscriptionStep') })}
    </Button>
  )

  return (
    <>
      {boarding.reseller.status === 'malformed' && (
        <Notice kind="warning" role="status">
          <Text message={{ key: 'failure:resellerIgnored' }} />
        </Notice>
      )}
      {handOver && !isBusy && (
        <Notice kind="information" role="status">
          <p>{translate('boarding:awaitsCoupling')}</p>
          <p className="buttons">
            <a className="button" data-kind="secondary" href={handOver.href}>
              {translate('boarding:toLink')}
            </a>
            {active !== 'subscription' && (
              <Button onClick={toSubscription}>{translate('boarding:toSubmit')}</Button>
            )}
            <Button
              onClick={() => {
                begin(boarding.startAnew())
                setHandOver(null)
                // The button goes. Where another step appears, the focus follows to that one.
                enterStep(active, true)
              }}
            >
              {translate('boarding:another')}
            </Button>
          </p>
        </Notice>
      )}
      {isRestored && !isBusy && <Restored onDiscard={discard} />}
      <Steps
        steps={steps}
        descriptions={boardingSteps}
        panels={{
          merchant_info: (
            <>
              <MerchantStep form={form} />
              {wayBack}
            </>
          ),
          serial_info: (
            <>
              <CompanyStep form={form} />
              {wayBack}
            </>
          ),
          subscription:
            late === null ? (
              <NotYet />
            ) : (
              <>
                <SubscriptionStep form={form} boarding={boarding} />
                {late !== 'failed' && (
                  <late.Review
                    form={form}
                    merchant={boarding.isPolaris ? person : null}
                    problemsOf={problemsOf}
                    onChange={(step, field) => void change(step, field)}
                  />
                )}
              </>
            ),
        }}
        problemsOf={problemsOf}
        submit={{ key: 'boarding:submit' }}
        submitWhen={['boarding:submitTitle', 'boarding:submitHelp']}
        otherSubmit={{
          label: { key: 'boarding:customerApproves' },
          when: ['boarding:customerTitle', 'boarding:customerHelp'],
          onSubmit: () => void boarding.submit(form.state.values, 'handOver'),
        }}
        tabStyle="progress"
        beginsAtField
        isBusy={isBusy}
        onSubmit={() => void boarding.submit(form.state.values)}
      />
      <Progress boarding={boarding} />
    </>
  )
}
