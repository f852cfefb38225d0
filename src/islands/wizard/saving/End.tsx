import tillToBook from '../../../layouts/drawings/till-to-book.svg?raw'
import type { Report } from '../../../lib/accounting/snelstart/summary.ts'
import { saysSignIn } from '../../../lib/failure.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { EndState } from '../../../stores/wizard/saving/imports.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Drawing } from '../../ui/Icon.tsx'
import { Notice, takeFocus } from '../../ui/Notice.tsx'
import { Reason, Reference } from '../../ui/Reason.tsx'
import { countText } from '../../ui/Text.tsx'
import { CheckLink } from '../About.tsx'
import { importFacts, ReportDownload } from './ReportView.tsx'

/** Keeps the focus while what is in it changes. */
const finishId = 'finish'

interface EndProps {
  state: EndState
  of: Pick<Setup['submitting'], 'endTexts' | 'retryImports' | 'goOn'>
}

/** How far the imports and the way to the customer portal are (§4). */
export const End = (props: EndProps) => (
  <div id={finishId} tabIndex={-1}>
    <State {...props} />
  </div>
)

function State({ state, of }: EndProps) {
  switch (state.status) {
    case 'importing':
      return <Notice kind="information" role="status" text="wizard:importing" />
    case 'importFailed':
      return (
        <Notice kind="failure" role="alert" aria-atomic={false}>
          {!saysSignIn(state.message) && <ImportTexts imports={state.imports} />}
          <Reason message={state.message} />
          {state.failed.some((each) => state.imports[each] === 'unknown') && (
            <p>{translate('wizard:importPerhapsRunning')}</p>
          )}
          <p className="buttons">
            <Button kind="main" focuses={finishId} onClick={of.retryImports}>
              {translate('shell:retry')}
            </Button>
            <Button text="wizard:continue" focuses={finishId} onClick={of.goOn} />
            {state.report && <ReportDownload report={state.report} />}
          </p>
          <Reference what={{ key: 'wizard:import' }} message={state.message} />
        </Notice>
      )
    case 'leaving':
    case 'done': {
      const [title, ...done] = of.endTexts(state.gateway)
      const points = state.report?.ledgers.filter(({ warning }) => warning).length ?? 0
      return (
        <section className="panel end" aria-labelledby="done">
          <Drawing drawing={tillToBook} />
          <div className="end-said">
            <h2 id="done" ref={takeFocus} tabIndex={-1}>
              {translate(title.key, title.parameters)}
            </h2>
            {done.map(({ key, parameters }) => (
              <p key={key}>{translate(key, parameters)}</p>
            ))}
          </div>
          {!state.gateway.isDryRun && <ImportTexts imports={state.imports} />}
          {points > 0 && (
            <p>{countText(points, 'wizard:outcomePointOne', 'wizard:outcomePointMany')}</p>
          )}
          {state.status === 'leaving' && <p role="status">{translate('wizard:leaving')}</p>}
          <div className="buttons">
            {state.status === 'done' && (
              <ButtonLink kind="main" href={state.customerPortal.href}>
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

/** What became of both imports, as far as anybody knows it here. */
const ImportTexts = ({ imports }: Pick<Report, 'imports'>) =>
  importFacts(imports).map(([name, text]) => <p key={name}>{`${translate(name)}: ${text}`}</p>)
