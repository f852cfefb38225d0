import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import doneDrawing from '../../../layouts/drawings/done.svg?raw'
import { rows, type WizardStep } from '../../../lib/accounting/snelstart/choices.ts'
import { ledgerLabels } from '../../../lib/accounting/snelstart/ledgers.ts'
import { isSetUp } from '../../../lib/accounting/snelstart/stored-settings.ts'
import type { Report } from '../../../lib/accounting/snelstart/summary.ts'
import { saysSignIn } from '../../../lib/failure.ts'
import { isolated } from '../../../lib/i18n/isolate.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { Steps } from '../../../stores/form/steps.ts'
import { signedInPortal } from '../../../stores/shell/portal.ts'
import type { Import, SubmitState } from '../../../stores/wizard/saving/submitting.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { takeFocus } from '../../ui/Panel.tsx'
import { Reason, Reference } from '../../ui/Reason.tsx'
import { countText, Points } from '../../ui/Text.tsx'
import { CheckLink } from '../About.tsx'
import { ChainPanel } from './ChainPanel.tsx'
import {
  importFacts,
  printableName,
  ReportDownload,
  ReportKept,
  ReportView,
} from './ReportView.tsx'

/** Texts for an import that could not be started, and for one that perhaps was. */
const importFailures: Readonly<Record<Import, readonly [failed: MessageKey, late: MessageKey]>> = {
  products: ['wizard:importOfProducts', 'wizard:importOfProductsLate'],
  relations: ['wizard:importOfRelations', 'wizard:importOfRelationsLate'],
}

/** Keeps the focus while what is in it changes. */
const finishId = 'finish'

/** What comes after the saves: the imports, the customer portal, and the report. */
export function FinishPanel({ setup }: { setup: Setup }) {
  return (
    <div id={finishId} tabIndex={-1}>
      <State setup={setup} />
    </div>
  )
}

function State({ setup }: { setup: Setup }) {
  const { $state, retryImports, goOn } = setup.submitting
  const state = useStore($state)
  const isKept = useStore(setup.$isReportKept)

  switch (state.status) {
    case 'unfinished':
    case 'saving':
      return null
    case 'chain':
      if (state.chain === null) return <p role="status">{translate('wizard:chainReading')}</p>
      return <ChainPanel setup={setup} chain={state.chain} />
    case 'importing':
      return <Notice kind="information" role="status" text="wizard:importing" />
    case 'importFailed':
      return (
        <Notice kind="failure" role="alert" aria-atomic={false}>
          {!saysSignIn(state.message) &&
            state.failed.map((each) => (
              <p key={each}>
                {translate(importFailures[each][state.report.imports[each] === 'unknown' ? 1 : 0])}
              </p>
            ))}
          <Reason message={state.message} />
          {state.failed.some((each) => state.report.imports[each] === 'unknown') && (
            <p>{translate('wizard:importPerhapsRunning')}</p>
          )}
          <p className="buttons">
            <Button kind="main" focuses={finishId} onClick={() => void retryImports()}>
              {translate('shell:retry')}
            </Button>
            <Button text="wizard:continue" focuses={finishId} onClick={() => void goOn()} />
            <ReportDownload report={state.report} />
          </p>
          <Reference
            what={{ key: importFailures[state.failed[0] ?? 'products'][0] }}
            message={state.message}
          />
        </Notice>
      )
    case 'leaving':
      return (
        <Notice kind="information">
          <p role="status">{translate('wizard:leaving')}</p>
          <Outcome report={state.report} />
          <ReportKept report={state.report} isKept={isKept} />
          <p className="buttons">
            <ReportDownload report={state.report} />
          </p>
        </Notice>
      )
    case 'done':
      return (
        <>
          <section className="panel" aria-labelledby="done">
            <Drawing drawing={doneDrawing} />
            <h2 id="done" ref={takeFocus} tabIndex={-1}>
              {translate(state.report.isDryRun ? 'wizard:doneDryRun' : 'wizard:done')}
            </h2>
            <Outcome report={state.report} />
            <p className="buttons">
              <ButtonLink kind="main" href={state.customerPortal.href}>
                {translate('wizard:toCustomerPortal')}
              </ButtonLink>
              <Button onClick={signedInPortal().portal.environment.reload}>
                {translate('wizard:openAgain')}
              </Button>
              <CheckLink />
            </p>
          </section>
          <OtherLocations setup={setup} />
          <ReportView report={state.report} isKept={isKept} />
        </>
      )
  }
}

/** Offers the other locations what this one has stored, once it is set up. */
export function OtherLocations({ setup }: { setup: Setup }) {
  const { $state, openChain } = setup.submitting
  const { status } = useStore($state)
  const isStored = isSetUp(useStore(setup.$settings))
  if (status !== 'done' && !(status === 'unfinished' && isStored)) return null
  return (
    <p className="buttons">
      <Button text="wizard:otherLocations" focuses={finishId} onClick={() => void openChain()} />
    </p>
  )
}

interface LastReportProps {
  setup: Setup
  steps: Steps<WizardStep>
  /** The address asks for it. */
  isAsked: boolean
}

/** Afterwards there is a new report. */
const unsaved: readonly SubmitState['status'][] = ['unfinished', 'saving']

/** The last report of this place, folded away unless it is asked for, and once another step opens. */
export function LastReport({ setup, steps, isAsked }: LastReportProps) {
  const last = useStore(setup.$report)
  const { status } = useStore(setup.submitting.$state)
  const isKept = useStore(setup.$isReportKept)
  const summary = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(isAsked)

  useEffect(() => {
    // Whoever has begun with the form is left there.
    if (isAsked && document.activeElement === document.body) summary.current?.focus()
  }, [isAsked])
  useEffect(() => steps.$active.listen(() => setOpen(false)), [steps])

  if (!unsaved.includes(status)) return null
  if (last === null) {
    if (!isAsked) return null
    return <Notice kind="information" role="status" text="wizard:reportGone" />
  }
  return (
    <details
      className="panel"
      name={printableName}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary ref={summary}>{translate('wizard:lastReport')}</summary>
      {isOpen && (
        <>
          <ReportView report={last} isKept={isKept} />
          <CheckLink />
        </>
      )}
    </details>
  )
}

const synchronised: readonly string[] = rows
  .filter(({ group }) => group === 'sync_settings')
  .map(({ label }) => label)

/** What was done, and what happens now as far as anybody knows it here (§4); of a dry run nothing. */
function Outcome({ report }: { report: Report }) {
  const { isDryRun, imports, ledgers, settings, others = [] } = report
  if (isDryRun) return null
  const countOf = (meant: string) => ledgers.filter(({ origin }) => origin === meant).length
  const points = ledgers.filter(({ warning }) => warning).length
  const [created, accepted] = [countOf('created'), countOf('accepted')]
  const register = ledgers.find(({ label }) => label === ledgerLabels.ecr)
  const isSynchronised = settings.some(
    ({ label, value }) => synchronised.includes(label) && value === true,
  )
  const locationsOf = (isDone: boolean) =>
    others
      .filter(({ outcome }) => (outcome === 'done') === isDone)
      .map(({ location }) => isolated(location))
      .join(', ')
  const [done, left] = [locationsOf(true), locationsOf(false)]
  // Or may have.
  const hasImported = Object.values(imports).some(
    (state) => state !== 'notStarted' && state !== 'notAsked',
  )
  return (
    <>
      <h3>{translate('wizard:outcomeDone')}</h3>
      <Points
        of={[
          translate('wizard:outcomeSaved'),
          points > 0 && countText(points, 'wizard:outcomePointOne', 'wizard:outcomePointMany'),
          !!done && translate('wizard:outcomeOthers', { locations: done }),
          !!left && translate('wizard:outcomeNotOthers', { locations: left }),
          created > 0 &&
            countText(created, 'wizard:outcomeCreatedOne', 'wizard:outcomeCreatedMany'),
          accepted > 0 &&
            countText(accepted, 'wizard:outcomeAcceptedOne', 'wizard:outcomeAcceptedMany'),
          ...importFacts(imports).map(([name, text]) => `${translate(name)}: ${text}`),
        ]}
      />
      <h3>{translate('wizard:outcomeNow')}</h3>
      <Points
        of={[
          translate(hasImported ? 'wizard:outcomeImports' : 'wizard:outcomeNoImports'),
          isSynchronised && translate('wizard:outcomeSync'),
          register !== undefined && translate('wizard:outcomeBooks', { number: register.number }),
        ]}
      />
    </>
  )
}
