import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import tillToBook from '../../../layouts/drawings/till-to-book.svg?raw'
import type { WizardStep } from '../../../lib/accounting/snelstart/choices.ts'
import { saysSignIn } from '../../../lib/failure.ts'
import type { Message, MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { Steps } from '../../../stores/form/steps.ts'
import type { EndState, Import } from '../../../stores/wizard/saving/imports.ts'
import type { SubmitState } from '../../../stores/wizard/saving/submitting.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { takeFocus } from '../../ui/Panel.tsx'
import { Reason, Reference } from '../../ui/Reason.tsx'
import { countText } from '../../ui/Text.tsx'
import { CheckLink } from '../About.tsx'
import { importFacts, printableName, ReportDownload, ReportView } from './ReportView.tsx'
import './end.css'

/** Texts for an import that could not be started, and for one that perhaps was. */
const importFailures: Readonly<Record<Import, readonly [failed: MessageKey, late: MessageKey]>> = {
  products: ['wizard:importOfProducts', 'wizard:importOfProductsLate'],
  relations: ['wizard:importOfRelations', 'wizard:importOfRelationsLate'],
}

/** Keeps the focus while what is in it changes. */
const finishId = 'finish'

/** What comes after the saves: the imports, the customer portal, and the report. */
export function FinishPanel({ setup }: { setup: Setup }) {
  const { $state, endTexts, retryImports, goOn, importNow } = setup.submitting
  const state = useStore($state)
  const isKept = useStore(setup.$isReportKept)
  if (state.status === 'unfinished' || state.status === 'saving') return null
  return <End said={endTexts} {...{ state, isKept, retryImports, goOn, importNow }} />
}

interface EndProps {
  state: EndState
  /** What has ended. */
  said: (of: Pick<Ended['gateway'], 'isDryRun'>) => readonly Message[]
  retryImports: () => Promise<void>
  goOn: () => Promise<void>
  /** Whether this browser keeps the report, where there is one. */
  isKept?: boolean
  /** Starts imports that nobody was asked about. */
  importNow?: () => Promise<void>
}

type Ended = Extract<EndState, { status: 'done' }>

/** How far the imports and the way to the customer portal are (§4). */
export function End(props: EndProps) {
  return (
    <div id={finishId} tabIndex={-1}>
      <State {...props} />
    </div>
  )
}

function State({ state, said, isKept = true, retryImports, goOn, importNow }: EndProps) {
  switch (state.status) {
    case 'importing':
      return <Notice kind="information" role="status" text="wizard:importing" />
    case 'importFailed':
      return (
        <Notice kind="failure" role="alert" aria-atomic={false}>
          {!saysSignIn(state.message) &&
            state.failed.map((each) => (
              <p key={each}>
                {translate(importFailures[each][state.imports[each] === 'unknown' ? 1 : 0])}
              </p>
            ))}
          <Reason message={state.message} />
          {state.failed.some((each) => state.imports[each] === 'unknown') && (
            <p>{translate('wizard:importPerhapsRunning')}</p>
          )}
          <p className="buttons">
            <Button kind="main" focuses={finishId} onClick={() => void retryImports()}>
              {translate('shell:retry')}
            </Button>
            <Button text="wizard:continue" focuses={finishId} onClick={() => void goOn()} />
            {state.report && <ReportDownload report={state.report} isKept={isKept} />}
          </p>
          <Reference
            what={{ key: importFailures[state.failed[0] ?? 'products'][0] }}
            message={state.message}
          />
        </Notice>
      )
    case 'leaving':
    case 'done': {
      const [title, ...done] = said(state.gateway)
      const points = state.report?.ledgers.filter(({ warning }) => warning).length ?? 0
      return (
        <section className="panel end" aria-labelledby="done">
          <Drawing drawing={tillToBook} />
          <div className="end-said">
            <h2 id="done" ref={takeFocus} tabIndex={-1}>
              {title && translate(title.key, title.parameters)}
            </h2>
            {done.map(({ key, parameters }) => (
              <p key={key}>{translate(key, parameters)}</p>
            ))}
          </div>
          {!state.gateway.isDryRun && <UnderWay imports={state.imports} />}
          {points > 0 && (
            <p>{countText(points, 'wizard:outcomePointOne', 'wizard:outcomePointMany')}</p>
          )}
          {state.status === 'leaving' && <p role="status">{translate('wizard:leaving')}</p>}
          <div className="buttons">
            {state.status === 'done' && (
              <>
                <ButtonLink kind="main" href={state.customerPortal.href}>
                  {translate('wizard:toCustomerPortal')}
                </ButtonLink>
                {importNow && isLeft(state.imports) && (
                  <Button
                    text="wizard:importNow"
                    focuses={finishId}
                    onClick={() => void importNow()}
                  />
                )}
              </>
            )}
            {state.report && <ReportDownload kind="quiet" report={state.report} isKept={isKept} />}
            {state.status === 'done' && <CheckLink />}
          </div>
        </section>
      )
    }
  }
}

const isLeft = (imports: Ended['imports']) =>
  Object.values(imports).every((state) => state === 'notStarted')

/** What is under way, as far as anybody knows it here. */
function UnderWay({ imports }: Pick<Ended, 'imports'>) {
  if (Object.values(imports).every((state) => state === 'started'))
    return <p>{translate('wizard:outcomeImports')}</p>
  if (isLeft(imports)) return <p>{translate('wizard:outcomeNoImports')}</p>
  return importFacts(imports).map(([name, text]) => (
    <p key={name}>{`${translate(name)}: ${text}`}</p>
  ))
}

interface LastReportProps {
  setup: Setup
  steps: Steps<WizardStep>
}

/** Afterwards there is a new report. */
const sending: readonly SubmitState['status'][] = ['importing', 'importFailed', 'leaving']

/** The last report of this place, folded away until another step opens. */
export function LastReport({ setup, steps }: LastReportProps) {
  const last = useStore(setup.$report)
  const { status } = useStore(setup.submitting.$state)
  const isKept = useStore(setup.$isReportKept)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => steps.$active.listen(() => setOpen(false)), [steps])

  if (last === null || sending.includes(status)) return null
  return (
    <details
      className="panel"
      name={printableName}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{translate('wizard:lastReport')}</summary>
      {isOpen && (
        <>
          <ReportView report={last} isKept={isKept} />
          <CheckLink />
        </>
      )}
    </details>
  )
}
