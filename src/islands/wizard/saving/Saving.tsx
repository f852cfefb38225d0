import { useStore } from '@nanostores/react'
import { useEffect, useId } from 'react'
import tillToBook from '../../../layouts/drawings/till-to-book.svg?raw'
import type { ImportStates } from '../../../lib/accounting/snelstart/summary.ts'
import { listFailureAdvice, isSignInMessage } from '../../../lib/failure.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { CompletionState } from '../../../stores/wizard/saving/imports.ts'
import {
  type SaveTarget,
  saveTargets,
  type SetupSaver,
} from '../../../stores/wizard/saving/saving.ts'
import { getSignedInPortal } from '../../../stores/shell/portal.ts'
import type { CouplingSetup } from '../../../stores/wizard/setup.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Illustration } from '../../ui/Icon.tsx'
import { Notice, focusHeading } from '../../ui/Notice.tsx'
import { ProgressList } from '../../ui/ProgressList.tsx'
import { FailureText, FailureReference } from '../../ui/Reason.tsx'
import { formatCount, Paragraphs, SentenceSpans, MessageText } from '../../ui/Text.tsx'
import { CheckLink } from '../About.tsx'
import { listImportStates, ReportDownload } from './ReportView.tsx'

const saveLabels: Readonly<Record<SaveTarget, MessageKey>> = {
  settings: 'wizard:lineSettings',
  payment_ledgers: 'wizard:linePaymentLedgers',
  key: 'wizard:lineKey',
}

const sent = {
  sent: 'wizard:lineOk',
  same: 'wizard:lineSame',
  dryRun: 'wizard:lineDryRun',
} as const

const states = { idle: 'busy', loading: 'busy', ok: 'done', error: 'failed' } as const

interface SavingLinesProps extends Pick<SetupSaver, '$lines'> {
  /** Name of the location, if the screen shows several locations. */
  locationName?: string
  onRetry: (save: SaveTarget) => unknown
}

/** Shows the progress of saving (§2), with errors and retries. */
export function SaveProgress({ $lines, locationName, onRetry }: SavingLinesProps) {
  const lines = useStore($lines)
  const id = useId()
  const started = saveTargets.filter((save) => lines[save].status !== 'idle')
  const isStarted = started.length > 0
  const about = (name: string) => (locationName === undefined ? name : `${name}, ${locationName}`)

  useEffect(() => {
    // The progress may be out of view below a long summary.
    if (isStarted) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id, isStarted])

  function lineOf(save: SaveTarget) {
    const line = lines[save]
    const name = translate(saveLabels[save])
    const shown = { key: save, name, state: states[line.status] }
    if (line.status !== 'error') {
      const text = line.status === 'ok' ? sent[line.unsent ?? 'sent'] : 'form:loading'
      return { ...shown, text: <span>{translate(text)}</span> }
    }
    const { message } = line
    const isOver = isSignInMessage(message)
    const text = (
      <>
        <SentenceSpans texts={[!isOver && translate('wizard:lineError')]} />
        <MessageText message={message} />
      </>
    )
    const action = (
      <>
        <Paragraphs messages={listFailureAdvice(message)} />
        <p className="buttons">
          <Button
            text="shell:retry"
            about={about(name)}
            focuses={id}
            onClick={() => onRetry(save)}
          />
        </p>
        {!isOver && <FailureReference what={{ key: saveLabels[save] }} message={message} />}
      </>
    )
    return { ...shown, text, action }
  }

  return (
    <div id={id} tabIndex={-1}>
      <ProgressList label={about(translate('wizard:saving'))} lines={started.map(lineOf)} />
    </div>
  )
}

/** Id of the element that keeps the focus during changes. */
const finishId = 'finish'

interface EndProps {
  state: CompletionState
  completion: Pick<CouplingSetup['submitting'], 'endTexts' | 'retryImports' | 'goOn'>
}

/** Shows the import and the redirect to the customer portal (§4). */
export const End = (props: EndProps) => (
  <div id={finishId} tabIndex={-1}>
    <EndContent {...props} />
  </div>
)

function EndContent({ state, completion }: EndProps) {
  switch (state.status) {
    case 'importing':
      return <Notice kind="information" role="status" text="wizard:importing" />
    case 'importFailed':
      return (
        <Notice kind="failure" role="alert" aria-atomic={false}>
          {!isSignInMessage(state.message) && <ImportTexts imports={state.imports} />}
          <FailureText message={state.message} />
          {state.failed.some((each) => state.imports[each] === 'unknown') && (
            <p>{translate('wizard:importPerhapsRunning')}</p>
          )}
          <p className="buttons">
            <Button kind="main" focuses={finishId} onClick={completion.retryImports}>
              {translate('shell:retry')}
            </Button>
            <Button text="wizard:continue" focuses={finishId} onClick={completion.goOn} />
            {state.report && <ReportDownload report={state.report} />}
          </p>
          <FailureReference what={{ key: 'wizard:import' }} message={state.message} />
        </Notice>
      )
    case 'leaving':
    case 'done': {
      const [title, ...done] = completion.endTexts(state.gateway)
      const isLeft = Object.values(state.imports).some((each) =>
        ['notStarted', 'failed'].includes(each),
      )
      const points = state.report?.ledgers.filter(({ warning }) => warning).length ?? 0
      return (
        <section className="panel end" aria-labelledby="done">
          <Illustration drawing={tillToBook} />
          <div className="end-said">
            <h2 id="done" ref={focusHeading} tabIndex={-1}>
              {translate(title.key, title.parameters)}
            </h2>
            {done.map(({ key, parameters }) => (
              <p key={key}>{translate(key, parameters)}</p>
            ))}
          </div>
          {!state.gateway.isDryRun && <ImportTexts imports={state.imports} />}
          {isLeft && !state.gateway.isDryRun && <p>{translate('wizard:importLater')}</p>}
          {points > 0 && (
            <p>{formatCount(points, 'wizard:outcomePointOne', 'wizard:outcomePointMany')}</p>
          )}
          {state.status === 'leaving' && <p role="status">{translate('wizard:leaving')}</p>}
          <div className="buttons">
            {state.status === 'done' && (
              <ButtonLink kind="main" href={getSignedInPortal().configuration.customerPortalUrl}>
                {translate('wizard:toCustomerPortal')}
              </ButtonLink>
            )}
            {state.report && <ReportDownload kind="quiet" report={state.report} />}
            {state.status === 'done' && <CheckLink />}
          </div>
        </section>
      )
    }
  }
}

const ImportTexts = ({ imports }: { imports: ImportStates }) => (
  <ul>
    {listImportStates(imports).map(([name, text]) => (
      <li key={name}>{`${translate(name)}: ${text}`}</li>
    ))}
  </ul>
)
