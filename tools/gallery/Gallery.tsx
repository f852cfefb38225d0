import activateDrawing from '../../src/layouts/drawings/approval-activate.svg?raw'
import chooseDrawing from '../../src/layouts/drawings/approval-choose.svg?raw'
import signInDrawing from '../../src/layouts/drawings/approval-sign-in.svg?raw'
import doneDrawing from '../../src/layouts/drawings/done.svg?raw'
import registerDrawing from '../../src/layouts/drawings/register-to-books.svg?raw'
import { atom } from 'nanostores'
import { useEffect, useState, type CSSProperties, type ReactNode } from 'react'
import { Chip } from '../../src/islands/ui/Chip.tsx'
import { Drawing } from '../../src/islands/ui/Icon.tsx'
import { Facts } from '../../src/islands/ui/Facts.tsx'
import { Notice } from '../../src/islands/ui/Notice.tsx'
import { ProgressList } from '../../src/islands/ui/ProgressList.tsx'
import { Retry } from '../../src/islands/ui/Retry.tsx'
import { ErrorSummary } from '../../src/islands/ui/ErrorSummary.tsx'
import { ReportView } from '../../src/islands/wizard/saving/ReportView.tsx'
import { fetchPanels } from '../../src/islands/wizard/use-panels.ts'
import { createBrowserEnvironment } from '../../src/lib/browser.ts'
import { showDialogs } from '../../src/layouts/show.ts'
import { createDialogs } from '../../src/stores/shell/dialogs.ts'
import { providePortal, type Portal } from '../../src/stores/shell/portal.ts'
import { failed } from './failed.ts'
import { Dropdowns } from './Dropdowns.tsx'
import { Fields } from './Fields.tsx'
import { Ledgers } from './Ledgers.tsx'
import { ListFileDate } from './ListFileDate.tsx'
import { report } from './report.ts'
import { Rules } from './Rules.tsx'
import { StepsInBothStyles } from './StepsInBothStyles.tsx'

const environment = createBrowserEnvironment()
// Of the portal the parts take nothing else.
providePortal({
  environment,
  session: { $session: atom({ person: { name: 'Reseller' } }) },
} as unknown as Portal)
// With them come their texts.
await fetchPanels()

const kinds = ['neutral', 'information', 'warning', 'failure', 'success'] as const

const drawings = [registerDrawing, signInDrawing, chooseDrawing, activateDrawing, doneDrawing]

const colours = [
  'brand',
  'brand-hover',
  'brand-line',
  'accent',
  'ink',
  'ink-soft',
  'line',
  'line-soft',
  'field-line',
  'ground',
  'surface',
  'shape',
  'tint',
  'focus',
  'info',
  'info-soft',
  'warning',
  'warning-soft',
  'danger',
  'danger-soft',
  'success',
  'success-soft',
]

/** Every part in every state, for whoever changes how they look. */
export function Gallery() {
  return (
    <div className="gallery" data-gallery="ready">
      <Part title="Colours">
        <ul className="gallery-swatches">
          {colours.map((name) => (
            <li key={name} style={{ '--swatch': `var(--${name})` } as CSSProperties}>
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Type">
        <h1>Heading of a page</h1>
        <h2>Heading of a part</h2>
        <h3>Heading of a card</h3>
        <p className="lead">What a page begins with.</p>
        <p>
          Text with <a href="#content">a link</a> and <strong>weight</strong>.
        </p>
        <p className="help">Help with a choice.</p>
      </Part>
      <Part title="Buttons">
        <Buttons />
      </Part>
      <Part title="Fields">
        <Fields />
      </Part>
      <Part title="Rules">
        <Rules />
      </Part>
      <Part title="Lists, files and dates">
        <ListFileDate />
      </Part>
      <Part title="Dropdown">
        <Dropdowns />
      </Part>
      <Part title="Chips">
        <p className="buttons">
          {kinds.map((kind) => (
            <Chip key={kind} kind={kind}>
              {kind}
            </Chip>
          ))}
        </p>
      </Part>
      <Part title="Drawings">
        <p className="buttons">
          {drawings.map((drawing) => (
            <Drawing key={drawing} drawing={drawing} />
          ))}
        </p>
      </Part>
      <Part title="Notices">
        <Notice kind="information">
          <h2>Something to know</h2>
          <p>What it means, and what can be done.</p>
        </Notice>
        <Notice kind="warning">
          <p>Something to think about first.</p>
        </Notice>
        <Notice kind="success">
          <p>Something went well.</p>
        </Notice>
        <Retry message={{ key: 'failure:screen' }} detail={failed} onRetry={() => undefined} />
        <Retry
          message={{ key: 'wizard:failed' }}
          detail={{ ...failed, key: 'failure:noUse', help: 'failure:tryOrTell' }}
          onRetry={() => undefined}
        />
        <ErrorSummary
          message={{ key: 'form:incomplete' }}
          problems={[
            { field: 'text-error', text: 'The first field' },
            { field: 'select-error', text: 'The second field' },
          ]}
          attempt={0}
        />
        <details className="panel" open>
          <summary>A panel</summary>
          <p>What it holds.</p>
        </details>
      </Part>
      <Part title="Steps">
        <StepsInBothStyles />
      </Part>
      <Part title="Ledger">
        <Ledgers />
      </Part>
      <Part title="Progress">
        <ProgressList
          label="Progress"
          lines={[
            { key: 'done', name: 'The first', state: 'done', text: 'ok' },
            { key: 'busy', name: 'The second', state: 'busy', text: 'busy' },
            {
              key: 'failed',
              name: 'The third',
              state: 'failed',
              text: 'failed',
              action: (
                <button className="button" data-kind="secondary" type="button">
                  Again
                </button>
              ),
            },
          ]}
        />
      </Part>
      <Part title="Facts">
        <Facts
          facts={[
            ['wizard:administration', 'Oefenwinkel Noord (NL)'],
            ['wizard:location', 'Winkel Noord'],
            ['wizard:coc', ''],
          ]}
        />
      </Part>
      <Part title="Loading">
        <span className="loader" aria-hidden="true" />
        <p className="loading">A screen that is still to come</p>
      </Part>
      <Part title="Dialogs">
        <DialogButtons />
      </Part>
      <Part title="Report">
        <ReportView report={report} isKept />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Buttons() {
  return (
    <p className="buttons">
      <button className="button" type="button">
        Primary
      </button>
      <button className="button" data-kind="secondary" type="button">
        Secondary
      </button>
      <button className="button" data-kind="quiet" type="button">
        Quiet
      </button>
      <button className="button" type="button" aria-disabled="true">
        Busy
      </button>
      <a className="button" href="#content">
        Link
      </a>
      <a className="button" data-kind="secondary" href="#content">
        Secondary link
      </a>
    </p>
  )
}

function DialogButtons() {
  const [dialogs] = useState(createDialogs)
  useEffect(() => showDialogs({ dialogs, environment }), [dialogs])
  return (
    <p className="buttons">
      <button
        className="button"
        type="button"
        onClick={() => void dialogs.alert({ message: { key: 'wizard:stillSending' } })}
      >
        Alert
      </button>
      <button
        className="button"
        type="button"
        onClick={() =>
          void dialogs.confirm({
            message: { key: 'wizard:startImport' },
            detail: { key: 'wizard:startImportHelp' },
          })
        }
      >
        Question
      </button>
    </p>
  )
}
