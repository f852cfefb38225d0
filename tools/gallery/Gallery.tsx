import { atom } from 'nanostores'
import { useEffect, useState, type ReactNode } from 'react'
import {
  RadioCards,
  Revealed,
  SelectField,
  SwitchField,
  TextField,
} from '../../src/islands/form/fields.tsx'
import { Steps } from '../../src/islands/form/steps/Steps.tsx'
import { Chip, Notice } from '../../src/islands/ui/Notice.tsx'
import { Dropdown } from '../../src/islands/ui/Dropdown.tsx'
import { ErrorSummary } from '../../src/islands/ui/ErrorSummary.tsx'
import { Facts } from '../../src/islands/ui/Text.tsx'
import { Drawing } from '../../src/islands/ui/Icon.tsx'
import { ProgressList } from '../../src/islands/ui/ProgressList.tsx'
import { Retry } from '../../src/islands/ui/Reason.tsx'
import { unruledField } from '../../src/islands/wizard/form.ts'
import { fetchPanels } from '../../src/islands/wizard/use-panels.ts'
import { showDialogs } from '../../src/layouts/show.ts'
import activateDrawing from '../../src/layouts/drawings/approval-activate.svg?raw'
import chooseDrawing from '../../src/layouts/drawings/approval-choose.svg?raw'
import signInDrawing from '../../src/layouts/drawings/approval-sign-in.svg?raw'
import doneDrawing from '../../src/layouts/drawings/done.svg?raw'
import tillToBook from '../../src/layouts/drawings/till-to-book.svg?raw'
import registerDrawing from '../../src/layouts/drawings/register-to-books.svg?raw'
import { wizardSteps } from '../../src/lib/accounting/snelstart/choices.ts'
import { createBrowserEnvironment } from '../../src/lib/browser.ts'
import { boardingSteps } from '../../src/lib/domain/customer.ts'
import type { FormStep } from '../../src/lib/domain/steps.ts'
import { translate } from '../../src/lib/i18n/page.ts'
import type { Failure } from '../../src/lib/failure.ts'
import { createSteps } from '../../src/stores/form/steps.ts'
import { createDialogs } from '../../src/stores/shell/dialogs.ts'
import { providePortal, type Portal } from '../../src/stores/shell/portal.ts'

const environment = createBrowserEnvironment()
// Of the portal the parts take nothing else.
providePortal({
  environment,
  session: { $session: atom({ person: { name: 'Reseller' } }) },
} as unknown as Portal)
// With them come their texts.
await fetchPanels()

const nothing = () => undefined
const kinds = ['neutral', 'information', 'warning', 'failure', 'success'] as const
const drawings = [
  registerDrawing,
  signInDrawing,
  chooseDrawing,
  activateDrawing,
  doneDrawing,
  tillToBook,
]
/** The words of lists, files and dates (§9), which no form has yet. */
const listTexts = [
  ...(['lists:add', 'lists:remove', 'lists:removeAll', 'lists:noFiles'] as const),
  ...(['lists:moveUp', 'lists:moveDown', 'lists:loadMore', 'lists:addAllValues'] as const),
  ...(['lists:addSelected', 'lists:removeAllValues', 'lists:removeSelected'] as const),
  ...(['lists:chooseDate', 'lists:changeDate', 'lists:close', 'lists:open'] as const),
]

/** A control that shows what is typed or chosen; `wrong` says so. */
function useExample<Value>(name: string, first: Value, wrong = false) {
  const [value, setValue] = useState(first)
  const message = { key: 'wizard:stillMissing', parameters: { field: name } } as const
  const problem = { field: name, label: 'wizard:ledgerNumber', message } as const
  return unruledField(name, value, setValue, wrong ? problem : null)
}

function Fields() {
  const options = [1, 2].map((id) => ({ id, text: `Option ${id}` }))
  const choices = { options, placeholder: 'Choose one' }
  const cards = {
    ...{ name: 'Card', options, optionId: ({ id }: { id: number }) => id },
    card: ({ text }: { text: string }) => text,
  }
  const none = null as (typeof options)[number] | null
  const choice = null as string | number | null
  return (
    <Revealed value={true}>
      <div className="gallery-grid">
        <TextField field={useExample('text', '')} label="Text" placeholder="An example" />
        <TextField field={useExample('text-help', '')} label="With help" hint="What it is for." />
        <TextField field={useExample('text-error', '', true)} label="Wrong" />
        <TextField
          field={useExample('text-off', 'Filled in')}
          label="Not to be changed"
          isDisabled
        />
        <SelectField {...choices} field={useExample('select', choice)} label="Choice" />
        <SelectField {...choices} field={useExample('select-error', choice, true)} label="Wrong" />
        <SwitchField field={useExample<boolean>('switch', true)} label="Switch" />
        <SwitchField field={useExample<boolean>('off', false)} label="Off" hint="Why." isDisabled />
      </div>
      <RadioCards {...cards} field={useExample('cards', none)} label="Cards" hint="One of them." />
      <RadioCards {...cards} field={useExample('cards-error', none, true)} label="Cards, wrong" />
    </Revealed>
  )
}

function Dropdowns() {
  const [chosen, setChosen] = useState<string | null>(null)
  const always = {
    ...{ optionId: (option: string) => option, optionLabel: (option: string) => option, chosen },
    ...{ onChoose: setChosen, placeholder: 'connect:selectLocation' as const },
    options: Array.from({ length: 1200 }, (_, index) => `Option ${index + 1}`),
  }
  return (
    <div className="gallery-grid">
      <Dropdown {...always} id="many" label="Many" />
      <Dropdown {...always} id="chosen" label="Chosen" chosen="Option 2" />
      <Dropdown {...always} id="loading" label="Loading" options={[]} isLoading />
      <Dropdown {...always} id="disabled" label="Disabled" options={[]} isDisabled />
      <Dropdown {...always} id="wrong" label="Wrong" error="Something has to be chosen." />
    </div>
  )
}

const failed: Failure = {
  ...{ key: 'failure:screenHelp', safe: 'failure:unchanged' },
  trace: {
    ...{ reference: 'K7Q2-M4XP', at: Date.UTC(2026, 10, 23, 13, 5), isOnline: true },
    ...{ call: 'GET /serials/serial/list', result: 'status 500' },
  },
}

/** Two forms on one page: neither may have the address to itself. */
const noAddress = {
  ...{ location: () => new URL(document.baseURI), on: () => nothing },
  ...{ pushAddress: nothing, replaceAddress: nothing },
}

/** The first step was visited, the second is wrong, and others are still to come. */
function FormInSteps(form: { descriptions: readonly FormStep[]; tabStyle: 'tab' | 'progress' }) {
  const { descriptions, tabStyle } = form
  const names = descriptions.map(({ name }) => name)
  const [steps] = useState(() => {
    const made = createSteps({ environment: noAddress, names })
    made.reportErrors(Object.fromEntries(names.slice(1, 2).map((name) => [name, 2])))
    // What is wrong with a step is said once it was left.
    void made.next().then(made.next)
    return made
  })
  const panels = Object.fromEntries(names.map((name) => [name, <p key={name}>What it asks.</p>]))
  return (
    <Steps
      {...{ steps, descriptions, tabStyle, problemsOf: () => [], onSubmit: nothing }}
      panels={panels}
      submit="form:submit"
    />
  )
}

function DialogButtons() {
  const [dialogs] = useState(createDialogs)
  useEffect(() => showDialogs({ dialogs, environment }), [dialogs])
  const alert = { message: { key: 'wizard:stillSending' } } as const
  const question = {
    before: [{ key: 'wizard:done' }, { key: 'wizard:endSettings' }],
    message: { key: 'wizard:startImport' },
    detail: { key: 'wizard:startImportHelp' },
  } as const
  return (
    <p className="buttons">
      <button className="button" type="button" onClick={() => void dialogs.alert(alert)}>
        Alert
      </button>
      <button className="button" type="button" onClick={() => void dialogs.confirm(question)}>
        Question
      </button>
    </p>
  )
}

/** Every part in every state. */
const parts: Readonly<Record<string, ReactNode>> = {
  Type: (
    <>
      <h1>Heading of a page</h1>
      <h2>Heading of a part</h2>
      <h3>Heading of a card</h3>
      <p className="lead">What a page begins with.</p>
      <p>
        Text with <a href="#content">a link</a> and <strong>weight</strong>.
      </p>
      <p className="help">Help with a choice.</p>
    </>
  ),
  Buttons: (
    <p className="buttons">
      {[undefined, 'secondary', 'quiet'].map((kind) => (
        <button key={kind ?? ''} className="button" data-kind={kind} type="button">
          {kind ?? 'primary'}
        </button>
      ))}
      <button className="button" type="button" aria-disabled="true">
        Busy
      </button>
      {[undefined, 'secondary'].map((kind) => (
        <a key={kind ?? ''} className="button" data-kind={kind} href="#content">
          {kind ?? 'primary'} link
        </a>
      ))}
    </p>
  ),
  Fields: <Fields />,
  'Lists, files and dates': (
    <p className="buttons">
      {listTexts.map((key) => (
        <button key={key} className="button" data-kind="secondary" type="button">
          {translate(key)}
        </button>
      ))}
    </p>
  ),
  Dropdown: <Dropdowns />,
  Chips: (
    <p className="buttons">
      {kinds.map((kind) => (
        <Chip key={kind} kind={kind}>
          {kind}
        </Chip>
      ))}
    </p>
  ),
  Drawings: (
    <p className="buttons">
      {drawings.map((drawing) => (
        <Drawing key={drawing} drawing={drawing} />
      ))}
    </p>
  ),
  Notices: (
    <>
      {(['information', 'warning', 'success'] as const).map((kind) => (
        <Notice key={kind} kind={kind}>
          <h2>Something of the kind {kind}</h2>
          <p>What it means, and what can be done.</p>
        </Notice>
      ))}
      <Retry what="failure:screen" detail={failed} onRetry={nothing} />
      <Retry
        what="wizard:failed"
        detail={{ ...failed, key: 'failure:noUse', help: 'failure:tryOrTell' }}
        onRetry={nothing}
      />
      <ErrorSummary
        heading="form:incomplete"
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
    </>
  ),
  Steps: (
    <>
      <FormInSteps descriptions={wizardSteps} tabStyle="tab" />
      <FormInSteps descriptions={boardingSteps} tabStyle="progress" />
    </>
  ),
  Progress: (
    <ProgressList
      label="Progress"
      lines={(['done', 'busy', 'failed'] as const).map((state) => ({
        ...{ key: state, name: `What is ${state}`, state, text: state },
        ...(state === 'failed' && { action: <a href="#content">Again</a> }),
      }))}
    />
  ),
  Facts: (
    <Facts
      facts={[
        ['wizard:administration', 'Oefenwinkel Noord (NL)'],
        ['wizard:location', 'Winkel Noord'],
        ['wizard:coc', ''],
      ]}
    />
  ),
  Loading: (
    <>
      <span className="loader" aria-hidden="true" />
      <p className="loading">A screen that is still to come</p>
    </>
  ),
  Dialogs: <DialogButtons />,
}

/** All of them, for whoever changes how they look. */
export function Gallery() {
  return (
    <div className="gallery" data-gallery="ready">
      {Object.entries(parts).map(([title, part]) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          {part}
        </section>
      ))}
    </div>
  )
}
