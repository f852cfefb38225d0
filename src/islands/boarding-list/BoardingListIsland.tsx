import { useStore } from '@nanostores/react'
import uploadIcon from 'lucide-static/icons/upload.svg?raw'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createTemplateCsv } from '../../lib/domain/customer-list.ts'
import { listCustomerFields, getColumnHeading } from '../../lib/domain/customer.ts'
import type { ListTable } from '../../lib/domain/read-list.ts'
import { getPageLocale, translate } from '../../lib/i18n/page.ts'
import { listByteLimit, listRowLimit } from '../../lib/limits.ts'
import type { ListSource } from '../../stores/boarding/list/reading.ts'
import { getRowState } from '../../stores/boarding/list/rows.ts'
import { customerListScreen, type CustomerList } from '../../stores/boarding/list/screen.ts'
import { getListItems } from '../../stores/form/list.ts'
import { ScreenBoundary } from '../shell/ScreenBoundary.tsx'
import { Button } from '../ui/Button.tsx'
import { FieldTexts, LabelledField, Select } from '../ui/FieldTexts.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice, Panel } from '../ui/Notice.tsx'
import { LoadedList, FailureText, Retry, useHasBeenTrue } from '../ui/Reason.tsx'
import { ResellerNotice } from '../ui/ScreenNotices.tsx'
import { formatCount, SentenceSpans } from '../ui/Text.tsx'
import { ColumnChoice, columnsHeadingId } from './ColumnChoice.tsx'
import { CustomerTable, PlanSelect } from './CustomerTable.tsx'
import { CsvLink, ResultLink, RunButton, BoardingRunPanel } from './RunPanel.tsx'
import { listHeadingId, tableId } from './RowState.tsx'

const takeInId = 'take-in'

export const BoardingListIsland = () => <ScreenBoundary screen={<Screen />} />

function Screen() {
  const [list] = useState(customerListScreen.take)
  const source = useStore(list.$source)
  const isRead = source.status === 'read'
  /** Table whose columns the user changes after it has been read. */
  const [changed, setChanged] = useState<ListTable | null>(null)
  const isRunning = useStore(list.run.$isRunning)
  const onlyFile = useStore(list.$onlyFile)
  const isFileOver = useFileDrop(isRunning ? null : list.drop)
  const mapped = 'table' in source ? source.table : null
  const table = !isRead || mapped === changed ? mapped : null
  const headingId = table ? columnsHeadingId : isRead ? listHeadingId : takeInId
  const lastHeading = useRef(headingId)

  useEffect(() => {
    // The focused button has disappeared, so the heading takes the focus.
    if (lastHeading.current !== headingId) document.getElementById(headingId)?.focus()
    lastHeading.current = headingId
  }, [headingId])

  return (
    <div className="list" data-over={isFileOver}>
      <ResellerNotice reseller={list.reseller} />
      {onlyFile !== null && (
        <Notice kind="warning" role="status">
          {translate('customers:oneFile', { name: onlyFile })}
        </Notice>
      )}
      {table ? (
        <ColumnChoice
          table={table}
          isPolaris={list.isPolaris}
          onChoose={list.chooseColumns}
          onLeave={isRead ? () => setChanged(null) : list.discard}
        />
      ) : isRead ? (
        <Customers list={list} onMap={() => setChanged(mapped)} />
      ) : (
        <TakeIn list={list} />
      )}
    </div>
  )
}

/** Returns true while files are dragged over the page. */
function useFileDrop(onDrop: ((files: readonly File[]) => unknown) | null): boolean {
  const [isOver, setOver] = useState(false)
  const handleDrag = useEffectEvent((event: DragEvent) => {
    const { dataTransfer, relatedTarget, type } = event
    // Users may also drag text into a field.
    if (!dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    if (!onDrop) dataTransfer.dropEffect = 'none'
    if (type === 'drop') onDrop?.([...dataTransfer.files])
    const isHeld = type === 'dragover' || (type === 'dragleave' && relatedTarget !== null)
    setOver(onDrop !== null && isHeld)
  })

  useEffect(() => {
    const unmounted = new AbortController()
    for (const type of ['dragover', 'dragleave', 'drop'] as const) {
      document.addEventListener(type, (event) => handleDrag(event), { signal: unmounted.signal })
    }
    return () => unmounted.abort()
  }, [])
  return isOver
}

function TakeIn({ list }: { list: CustomerList }) {
  const source = useStore(list.$source)
  const pasted = useRef<HTMLTextAreaElement>(null)
  const plans = getListItems(useStore(list.subscriptions.$list)).map(({ name }) => name)
  const columns = listCustomerFields(list.isPolaris).map((field) =>
    getColumnHeading(field, getPageLocale()),
  )
  const limits = {
    columns: columns.join(', '),
    limit: String(listRowLimit),
    megabytes: String(listByteLimit / 1_000_000),
  }

  return (
    <Panel id={takeInId} title="customers:takeIn" className="list-file" focus={null}>
      {source.status === 'refused' && (
        <Notice kind="failure" role="alert">
          <p>{translate('customers:unreadable')}</p>
          <FailureText message={source.message} />
        </Notice>
      )}
      {source.status === 'asking' && <Question {...source} />}
      <p role="status">{source.status === 'reading' && translate('customers:reading')}</p>
      <div className="field">
        <label className="drop">
          <Icon drawing={uploadIcon} />
          <span>{translate('customers:file')}</span>
          <input
            id="list-file"
            type="file"
            accept=".xlsx,.csv,.txt,.xls,.ods,.numbers,text/csv,text/plain"
            aria-describedby="list-file-hint"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void list.open(file)
              // Allows the user to choose the same file again.
              target.value = ''
            }}
          />
        </label>
        <FieldTexts id="list-file" hint={translate('customers:takeInHelp', limits)} />
      </div>
      <LabelledField id="list-pasted" label={translate('customers:paste')}>
        <textarea id="list-pasted" rows={4} spellCheck={false} autoComplete="off" ref={pasted} />
      </LabelledField>
      <p className="buttons">
        <Button
          text="customers:takePasted"
          onClick={() => list.paste(pasted.current?.value ?? '')}
        />
        <CsvLink
          text="customers:template"
          kind="quiet"
          href="#take-in"
          download={translate('customers:templateFile')}
          create={() => createTemplateCsv(getPageLocale(), list.isPolaris, plans)}
        />
      </p>
      {plans.length > 0 && (
        <p className="help">{translate('customers:plans', { plans: plans.join(', ') })}</p>
      )}
    </Panel>
  )
}

/** Asks the user how to read a file. */
function Question({ question, options, choose }: Extract<ListSource, { status: 'asking' }>) {
  const [chosen, setChosen] = useState(options[0]?.id ?? '')
  return (
    <Notice kind="warning" role="group" aria-labelledby="question">
      <p id="question" role="alert">
        {translate(question.key, question.parameters)}
      </p>
      <p className="field">
        <Select
          aria-labelledby="question"
          translate="no"
          {...{ options, chosen }}
          onChoose={setChosen}
        />
      </p>
      <p className="buttons">
        <Button text="customers:takeIn" onClick={() => choose(chosen)} />
      </p>
    </Notice>
  )
}

function Customers({ list, onMap }: { list: CustomerList; onMap: () => void }) {
  const source = useStore(list.$source)
  const subscriptions = useStore(list.subscriptions.$list)
  const lookUp = useStore(list.existing.$list)
  // Keeps the content visible during later lookups.
  const isLookedUp = useHasBeenTrue(lookUp.status === 'loaded' || lookUp.status === 'failed')
  const isRunning = useStore(list.run.$isRunning)
  const rows = useStore(list.$rows)
  const { total, left } = useStore(list.run.$progress)
  const counts = new Map(useStore(list.tabs.$tabs).counts)
  const [wrong = 0, doubts = 0] = [counts.get('mend'), counts.get('doubt')]
  const planless = useStore(list.$planless).filter(
    ({ values }) => values.subscription.selected === null,
  ).length

  if (source.status !== 'read') return null
  const { ignored, long, encoding, table } = source
  const isUnsent = total === 0
  // Rows that were sent before a reload are restored once subscriptions are loaded.
  const isKnown = subscriptions.status === 'loaded'
  const isNothingToSend =
    left + wrong === 0 && rows.some((row) => getRowState(row)?.status === 'exists')
  const summary = [
    encoding !== undefined && isUnsent && translate('customers:readAs', { encoding }),
    wrong > 0 && isUnsent && formatCount(wrong, 'customers:mendsOne', 'customers:mends'),
    isUnsent && wrong > 0 && left > 0 && translate('customers:sends'),
    isUnsent && isKnown && wrong === 0 && !isNothingToSend && translate('customers:unsent'),
    lookUp.status === 'loading'
      ? translate('customers:looking')
      : isUnsent && translate(isNothingToSend ? 'customers:existing' : 'customers:makes'),
    planless > 0 && formatCount(planless, 'customers:planlessOne', 'customers:planless'),
    // A stored list has rows but no columns.
    !table && isUnsent && translate('customers:columnsAgain'),
  ]
  return (
    <>
      <section className="list-top" aria-labelledby={listHeadingId}>
        <div>
          <h2 id={listHeadingId} tabIndex={-1}>
            {formatCount(rows.length, 'customers:readOne', 'customers:read')}
          </h2>
          <p className="help" role="status" aria-atomic={false}>
            <SentenceSpans texts={summary} />
          </p>
          {doubts > 0 && (
            <Button kind="quiet" focuses={tableId} onClick={() => list.tabs.goTo('doubt')}>
              {formatCount(doubts, 'customers:doubtOne', 'customers:doubts')}
            </Button>
          )}
        </div>
        <div className="buttons">
          <Button text="customers:another" disabled={isRunning} onClick={list.discard} />
          {table && isUnsent && <Button text="customers:columns" onClick={onMap} />}
          <ResultLink list={list} />
          <RunButton list={list} isLookedUp={isLookedUp} />
        </div>
        <PlanOfAll list={list} />
      </section>
      <BoardingRunPanel list={list} isLookedUp={isLookedUp} />
      {lookUp.status === 'failed' && (
        <Retry what="customers:lookFailed" detail={lookUp.detail} onRetry={list.existing.load} />
      )}
      {ignored.length > 0 && (
        <Notice kind="warning">
          {translate('customers:ignored', { headings: ignored.join(', ') })}
        </Notice>
      )}
      {long.length > 0 && (
        <Notice kind="warning">
          {translate('customers:long', { numbers: long.slice(0, 20).join(', ') })}
        </Notice>
      )}
      <CustomerTable list={list} />
    </>
  )
}

/** Sets the subscription of all customers without a known subscription. */
function PlanOfAll({ list }: { list: CustomerList }) {
  const plan = useStore(list.$planOfAll)
  const count = useStore(list.$planless).length
  const isRunning = useStore(list.run.$isRunning)
  return (
    <LoadedList list={list.subscriptions} failed="boarding:subscriptionsFailed">
      {(plans) =>
        count > 1 &&
        !isRunning && (
          <LabelledField
            id="plan-of-all"
            label={translate('customers:planOfAll', { count: String(count) })}
          >
            <PlanSelect
              id="plan-of-all"
              plans={plans}
              chosen={plan}
              onChoose={list.choosePlanOfAll}
            />
          </LabelledField>
        )
      }
    </LoadedList>
  )
}
