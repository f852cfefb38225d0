import { useStore } from '@nanostores/react'
import { Field, useSelector } from '@tanstack/react-form'
import { useDeferredValue, useEffect, useState } from 'react'
import type { Subscription } from '../../lib/api/registrations.ts'
import { listCountries, findCountryCode } from '../../lib/domain/company.ts'
import {
  createBoardingRules,
  boardingSteps,
  customerFields,
  listNestedTextFields,
  normalizeText,
  type BoardingStep,
  type BoardingValues,
} from '../../lib/domain/customer.ts'
import { addReseller } from '../../lib/domain/query.ts'
import { localizePath } from '../../lib/i18n/messages.ts'
import { getPageLocale, translate } from '../../lib/i18n/page.ts'
import { creationSteps, creationStepLabels } from '../../stores/boarding/memory.ts'
import { boardingScreen, type BoardingScreen } from '../../stores/boarding/screen.ts'
import { createSteps } from '../../stores/form/steps.ts'
import { getSignedInPortal } from '../../stores/shell/portal.ts'
import { RadioCards, TextField } from '../form/fields.tsx'
import { useAutosaveForm } from '../form/kept-form.ts'
import { enterStep } from '../form/steps/step-moves.ts'
import { Steps } from '../form/steps/Steps.tsx'
import { ScreenBoundary } from '../shell/ScreenBoundary.tsx'
import { ApproverChoice, Requirements } from '../ui/Approval.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Chip, Notice } from '../ui/Notice.tsx'
import { ProgressList } from '../ui/ProgressList.tsx'
import { LoadedList, Loading } from '../ui/Reason.tsx'
import { RestoredNotice, ResellerNotice } from '../ui/ScreenNotices.tsx'
import { BoardingReview, type BoardingForm } from './Review.tsx'

export const BoardingIsland = () => <ScreenBoundary screen={<Screen />} />

/** Screen to create a new customer, from name to coupling (§2). */
function Screen() {
  const { environment } = getSignedInPortal()
  const [boarding] = useState(boardingScreen.take)
  const { initial, keep, visited, keepVisited, isPolaris, reseller } = boarding
  // Polaris users are merchants themselves, so they skip the first step.
  const descriptions = boardingSteps.slice(isPolaris ? 1 : 0)
  const rules = createBoardingRules(isPolaris)
  const { form, $problems } = useAutosaveForm({ initial, rules, keep, descriptions })
  const [steps] = useState(() =>
    createSteps<BoardingStep>({
      environment,
      descriptions,
      $problems,
      visited,
      revealed: visited,
      keepVisited,
    }),
  )
  const isBusy = useStore(boarding.$isBusy)
  const isRestored = useStore(boarding.$isRestored)
  const [handOver, setHandOver] = useState(boarding.handOver)
  const active = useStore(steps.$active)
  const company = useSelector(form.store, ({ values }) => values.serial_info.serial.name.trim())
  // True once the user has visited the review step.
  const isReviewed = useStore(steps.$steps).some(
    ({ name, isVisited }) => name === 'subscription' && isVisited,
  )

  function begin(initial: BoardingValues): void {
    form.reset(initial)
    // A reset clears the errors, so the form validates again.
    void form.validate('change')
    void steps.startAnew()
  }

  async function discard(): Promise<boolean> {
    const initial = await boarding.discard()
    if (initial) begin(initial)
    return initial !== null
  }

  async function change(step: BoardingStep, field: string): Promise<void> {
    await steps.goTo(step)
    // The opened step first focuses its own heading.
    requestAnimationFrame(() => document.getElementById(field)?.focus())
  }

  const toSubscription = () => steps.goTo('subscription')
  const wayBack = isReviewed && (
    <Button kind="quiet" onClick={toSubscription}>
      {translate('form:backTo', { step: translate('boarding:subscriptionStep') })}
    </Button>
  )

  const panels = {
    merchant_info: (
      <>
        <p className="help">{translate('boarding:merchantHelp')}</p>
        <div className="panel">
          <Fields form={form} path="merchant_info" />
        </div>
        <p>
          <a href={addReseller(localizePath(getPageLocale(), '/boarding/list'), reseller.name)}>
            {translate('boarding:fromList')}
          </a>
        </p>
        {wayBack}
      </>
    ),
    serial_info: (
      <>
        <div className="panel">
          <fieldset>
            <legend>{translate('boarding:company')}</legend>
            <Fields form={form} path="serial_info.serial" />
          </fieldset>
          <fieldset>
            <legend>{translate('boarding:locationGroup')}</legend>
            <Fields form={form} path="serial_info.location" />
          </fieldset>
        </div>
        {wayBack}
      </>
    ),
    subscription: (
      <>
        <SubscriptionStep form={form} boarding={boarding} />
        <ApproverChoice
          choice={boarding.approvalRouteChoice}
          isOwn={isPolaris}
          isDisabled={isBusy}
        />
        <Requirements administration={company} heading="h3" />
        <BoardingReview
          form={form}
          isPolaris={isPolaris}
          steps={steps}
          onChange={(step, field) => void change(step, field)}
        />
        <p>{translate('boarding:submitHelp')}</p>
      </>
    ),
  }

  return (
    <>
      <ResellerNotice reseller={reseller} />
      {handOver && !isBusy && (
        <Notice kind="information" role="status">
          <p>{translate('boarding:awaitsCoupling')}</p>
          <p className="buttons">
            <ButtonLink text="boarding:toLink" href={handOver.href} />
            {active !== 'subscription' && (
              <Button text="boarding:toSubmit" onClick={toSubscription} />
            )}
            <Button
              text="boarding:another"
              onClick={() => {
                begin(boarding.startAnew())
                setHandOver(null)
                // The pressed button disappears, so the current step takes the focus.
                enterStep(active, true)
              }}
            />
          </p>
        </Notice>
      )}
      {isRestored && !isBusy && <RestoredNotice onDiscard={discard} />}
      <Steps
        steps={steps}
        panelOf={(step) => panels[step]}
        submit="boarding:submit"
        tabStyle="progress"
        isBusy={isBusy}
        onSubmit={() =>
          boarding.submit(form.state.values).then(() => setHandOver(boarding.handOver()))
        }
      />
      <Progress boarding={boarding} />
    </>
  )
}

/** Text fields whose name starts with `path`. */
function Fields({ form, path }: { form: BoardingForm; path: string }) {
  const { host } = getSignedInPortal().configuration.provider
  // Listing all country names takes longer than a frame.
  const locale = useDeferredValue(getPageLocale(), null)
  const country = useSelector(form.store, ({ values }) => values.serial_info.serial.country_code)
  const code = findCountryCode(country)
  return listNestedTextFields(path).map((name) => {
    const { label, doubt, isRequired, type, placeholder, autoComplete } = customerFields[name]
    const tidy = (text: string) => normalizeText(name, text)
    const isCountry = name === 'serial_info.serial.country_code'
    const offers = isCountry && locale ? listCountries(locale) : undefined
    const countryName = offers?.find((each) => each.code === code)?.name
    const hint = isCountry ? (countryName ?? translate('boarding:countryHint')) : undefined
    return (
      <Field key={name} form={form} name={name}>
        {(field) => {
          const warning = field.state.meta.isBlurred && doubt?.(field.state.value, code)
          return (
            <TextField
              field={field}
              label={translate(label)}
              hint={warning ? translate(warning) : hint}
              placeholder={type === 'url' ? host : placeholder}
              {...{ offers, isRequired, tidy, type, autoComplete }}
            />
          )
        }}
      </Field>
    )
  })
}

const planFacts = [
  ['name', 'boarding:planName'],
  ['duration', 'boarding:planDuration'],
  ['interval', 'boarding:planInterval'],
  ['grace_period', 'boarding:planTrial'],
] as const

function SubscriptionStep({ form, boarding }: { form: BoardingForm; boarding: BoardingScreen }) {
  const selected = useSelector(form.store, ({ values }) => values.subscription.selected)
  const proposed = useStore(boarding.$proposed)

  useEffect(() => {
    if (proposed && selected === null) form.setFieldValue('subscription.selected', proposed.plan)
  }, [form, proposed, selected])

  function card(plan: Subscription) {
    return (
      <span className="plan">
        {planFacts.map(([fact, term]) => {
          // The specification does not define the types of subscription fields (§3).
          const value: unknown = plan[fact]
          const isShown = (typeof value === 'string' && value !== '') || typeof value === 'number'
          return (
            <span key={fact}>
              <span className="plan-term">{translate(term)}</span>{' '}
              <strong>{isShown ? value : '–'}</strong>
            </span>
          )
        })}
        {proposed?.plan === plan && (
          <Chip kind="neutral">
            {translate(proposed.isOnly ? 'boarding:onlyPlan' : 'boarding:lastPlan')}
          </Chip>
        )}
      </span>
    )
  }

  return (
    <LoadedList list={boarding.subscriptions} failed="boarding:subscriptionsFailed">
      {(plans, isLoading) => {
        if (isLoading) return <Loading text="boarding:loadingSubscriptions" />
        if (plans.length === 0) return <Notice kind="warning" text="boarding:noSubscriptions" />
        return (
          <>
            {selected && !plans.some(({ id }) => String(id) === String(selected.id)) && (
              <Notice kind="warning" role="status" text="boarding:withdrawn" />
            )}
            <Field form={form} name="subscription.selected">
              {(field) => (
                <RadioCards
                  field={field}
                  label={translate('boarding:subscription')}
                  hint={translate('boarding:subscriptionHelp')}
                  name={translate('boarding:subscriptionStep')}
                  options={plans}
                  optionId={({ id }: Subscription) => String(id)}
                  card={card}
                />
              )}
            </Field>
          </>
        )
      }}
    </LoadedList>
  )
}

const progressTexts = {
  busy: 'boarding:stepBusy',
  done: 'boarding:stepDone',
  failed: 'boarding:stepFailed',
} as const

function Progress({ boarding }: { boarding: BoardingScreen }) {
  const progress = useStore(boarding.$progress)
  const lines = creationSteps.flatMap((key) => {
    const state = progress[key]
    if (!state) return []
    return {
      key,
      state,
      name: translate(creationStepLabels[key]),
      text: translate(progressTexts[state]),
    }
  })
  return <ProgressList label={translate('boarding:progress')} lines={lines} />
}
