import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import doneDrawing from '../../../layouts/drawings/done.svg?raw'
import { isSetUp } from '../../../lib/accounting/snelstart/stored-settings.ts'
import { ledgerLabels } from '../../../lib/accounting/snelstart/ledgers.ts'
import { rows, type WizardStep } from '../../../lib/accounting/snelstart/choices.ts'
import { saysSignIn } from '../../../lib/failure.ts'
import { isolated } from '../../../lib/i18n/isolate.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { Steps } from '../../../stores/form/steps.ts'
import { signedInPortal } from '../../../stores/shell/portal.ts'
import type { Import, SubmitState } from '../../../stores/wizard/saving/submitting.ts'
import type { Report } from '../../../lib/accounting/snelstart/summary.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { countText } from '../../form/count-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Reason, Reference } from '../../ui/Reason.tsx'
import { CheckLink } from '../About.tsx'
import { ChainPanel } from './ChainPanel.tsx'
import {
  importTexts,
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
const doneId = 'done'

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
      return (
        <Notice kind="information" role="status">
          {translate('wizard:importing')}
        </Notice>
      )
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
            <Button focuses={finishId} onClick={() => void goOn()}>
              {translate('wizard:continue')}
            </Button>
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
          <section className="panel" aria-labelledby={doneId}>
            <Drawing drawing={doneDrawing} />
            <h2 id={doneId} ref={takeFocus} tabIndex={-1}>
              {translate(state.report.isDryRun ? 'wizard:doneDryRun' : 'wizard:done')}
            </h2>
            <Outcome report={state.report} />
            <p className="buttons">
              <a className="button" href={state.customerPortal.href}>
                {translate('wizard:toCustomerPortal')}
              </a>
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
      <Button focuses={finishId} onClick={() => void openChain()}>
        {translate('wizard:otherLocations')}
      </Button>
    </p>
  )
}

/** The form that had it has gone. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus()

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
    return (
      <Notice kind="information" role="status">
        {translate('wizard:reportGone')}
      </Notice>
    )
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
  const [done, left] = [true, false].map((isDone) =>
    others
      .filter(({ outcome }) => (outcome === 'done') === isDone)
      .map(({ location }) => isolated(location))
      .join(', '),
  )
  // Or may have.
  const hasImported = Object.values(imports).some(
    (state) => state !== 'notStarted' && state !== 'notAsked',
  )
  return (
    <>
      <h3>{translate('wizard:outcomeDone')}</h3>
      <ul>
        <li>{translate('wizard:outcomeSaved')}</li>
        {points > 0 && (
          <li>{countText(points, 'wizard:outcomePointOne', 'wizard:outcomePointMany')}</li>
        )}
        {done && <li>{translate('wizard:outcomeOthers', { locations: done })}</li>}
        {left && <li>{translate('wizard:outcomeNotOthers', { locations: left })}</li>}
        {created > 0 && (
          <li>{countText(created, 'wizard:outcomeCreatedOne', 'wizard:outcomeCreatedMany')}</li>
        )}
        {accepted > 0 && (
          <li>{countText(accepted, 'wizard:outcomeAcceptedOne', 'wizard:outcomeAcceptedMany')}</li>
        )}
        <li>
          {`${translate('wizard:reportImportProducts')}: ${translate(importTexts[imports.products])}`}
        </li>
        <li>
          {`${translate('wizard:reportImportRelations')}: ${translate(importTexts[imports.relations])}`}
        </li>
      </ul>
      <h3>{translate('wizard:outcomeNow')}</h3>
      <ul>
        <li>{translate(hasImported ? 'wizard:outcomeImports' : 'wizard:outcomeNoImports')}</li>
        {isSynchronised && <li>{translate('wizard:outcomeSync')}</li>}
        {register && <li>{translate('wizard:outcomeBooks', { number: register.number })}</li>}
      </ul>
    </>
  )
}
