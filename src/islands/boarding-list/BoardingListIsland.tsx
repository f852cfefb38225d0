import { useStore } from '@nanostores/react'
import uploadIcon from 'lucide-static/icons/upload.svg?raw'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { templateCsv } from '../../lib/domain/customer-list.ts'
import { listFields, getHeading, type FieldName } from '../../lib/domain/customer.ts'
import type { Encoding } from '../../lib/domain/encoding.ts'
import type { UnclearColumns } from '../../lib/domain/read-list.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import { listByteLimit, listRowLimit } from '../../lib/limits.ts'
import {
  customerListScreen,
  type CustomerList,
  type Source,
} from '../../stores/boarding/list/screen.ts'
import { Hydrated } from '../shell/Hydrated.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { FieldTexts, LabelledField, Select } from '../ui/FieldTexts.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice, Panel } from '../ui/Notice.tsx'
import { LoadedList, Reason, Retry, useStaysTrue } from '../ui/Reason.tsx'
import { ResellerIgnored } from '../ui/ScreenNotices.tsx'
import { formatCount, Sentences } from '../ui/Text.tsx'
import { CustomerTable, PlanSelect } from './CustomerTable.tsx'
import { csvAddress, ResultLink, RunButton, RunPanel } from './RunPanel.tsx'
import { listHeadingId } from './RowState.tsx'

export const BoardingListIsland = () => <Hydrated screen={<Screen />} />

function Screen() {
  const [list] = useState(customerListScreen.take)
  const isRead = useStore(list.$source).status === 'read'
  const isRunning = useStore(list.run.$isRunning)

  /** Name of the first of several dropped files: the others are not read. */
  const [onlyFile, setOnlyFile] = useState<string | null>(null)

  async function replaceList(file: File, isOnly: boolean): Promise<void> {
    if (isRead) await list.discard()
    if (list.$source.get().status === 'read') return
    await list.open(file)
    setOnlyFile(isOnly ? null : file.name)
  }

  const isFileOver = useFileDrop(
    isRunning ? null : (file, isOnly) => void replaceList(file, isOnly),
  )
  const wasRead = useRef(isRead)

  useEffect(() => {
    // The focused button has disappeared, so the heading takes the focus.
    const headingId = isRead ? listHeadingId : 'take-in'
    if (wasRead.current !== isRead) document.getElementById(headingId)?.focus()
    wasRead.current = isRead
  }, [isRead])

  return (
    <div className="list" data-over={isFileOver}>
      <ResellerIgnored reseller={list.reseller} />
      {onlyFile !== null && (
        <Notice kind="warning" role="status">
          {translate('customers:oneFile', { name: onlyFile })}
        </Notice>
      )}
      {isRead ? <Customers list={list} /> : <TakeIn list={list} />}
    </div>
  )
}

/**
 * Accepts a file dropped anywhere on the page. Without a handler the browser would open the file.
 *
 * @param onDrop receives the first file and if it is the only one; null to refuse files
 * @returns true while an acceptable file is dragged over the page
 */
function useFileDrop(onDrop: ((file: File, isOnly: boolean) => void) | null): boolean {
  const [isOver, setOver] = useState(false)
  const handleDrag = useEffectEvent((event: DragEvent) => {
    const { dataTransfer, relatedTarget, type } = event
    // Only dragged files are intercepted, because users may drag text into a field.
    if (!dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    if (!onDrop) dataTransfer.dropEffect = 'none'
    const [file, ...others] = dataTransfer.files
    if (type === 'drop' && file) onDrop?.(file, others.length === 0)
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
  const template = useMemo(() => csvAddress(templateCsv(pageLocale(), list.isPolaris)), [list])
  const columns = listFields(list.isPolaris).map((field) => getHeading(field, pageLocale()))
  const limits = {
    columns: columns.join(', '),
    limit: String(listRowLimit),
    megabytes: String(listByteLimit / 1_000_000),
  }

  return (
    <Panel id="take-in" title="customers:takeIn" focus={null}>
      {source.status === 'refused' && (
        <Notice kind="failure" role="alert">
          <p>{translate('customers:unreadable')}</p>
          <Reason message={source.message} />
        </Notice>
      )}
      {source.status === 'doubtful' && <EncodingChoice {...source} />}
      {source.status === 'unclear' && <ColumnChoice {...source} />}
      <p role="status">{source.status === 'reading' && translate('customers:reading')}</p>
      <div className="field">
        <label className="drop">
          <Icon drawing={uploadIcon} />
          <span>{translate('customers:file')}</span>
          <input
            id="list-file"
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            aria-describedby="list-file-hint"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file) void list.open(file)
              // Clearing the input allows the user to choose the same file again.
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
        <ButtonLink kind="quiet" href={template} download={translate('customers:templateFile')}>
          {translate('customers:template')}
        </ButtonLink>
      </p>
    </Panel>
  )
}

type DoubtfulSource = Extract<Source, { status: 'doubtful' }>

/** Shows misread words in each encoding, so that the user can choose the right encoding. */
function EncodingChoice({ detected, readings, choose }: DoubtfulSource) {
  const [chosen, setChosen] = useState(readings[0]?.encoding ?? detected)
  const options = readings.map(({ encoding, words }) => ({
    id: encoding,
    text: `${words} (${encoding})`,
  }))
  const words = readings.find(({ encoding }) => encoding === detected)?.words ?? ''
  return (
    <Notice kind="warning" role="group" aria-labelledby="doubtful">
      <p id="doubtful" role="alert">
        {translate('customers:doubtful', { encoding: detected, words })}
      </p>
      <LabelledField id="encoding" label={translate('customers:encoding')}>
        <Select
          id="encoding"
          translate="no"
          options={options}
          chosen={chosen}
          onChoose={(encoding) => setChosen(encoding as Encoding)}
        />
      </LabelledField>
      <p className="buttons">
        <Button text="customers:takeIn" onClick={() => choose(chosen)} />
      </p>
    </Notice>
  )
}

/** Asks the user which column holds each field that no column heading matches. */
function ColumnChoice({ missingFields, columns, choose }: Extract<Source, UnclearColumns>) {
  const [chosen, setChosen] = useState<Partial<Record<FieldName, string>>>({})
  const options = columns.map(({ index, label }) => ({ id: index, text: label }))
  const choice = missingFields.flatMap((field) =>
    chosen[field] ? [[Number(chosen[field]), field] as const] : [],
  )
  return (
    <Notice kind="warning" role="group" aria-labelledby="unclear">
      <p id="unclear" role="alert">
        {translate('customers:unclear')}
      </p>
      {missingFields.map((field) => (
        <LabelledField id={`column-${field}`} label={getHeading(field, pageLocale())} key={field}>
          <Select
            id={`column-${field}`}
            options={options}
            placeholder={translate('customers:chooseColumn')}
            chosen={chosen[field]}
            onChoose={(index) => setChosen({ ...chosen, [field]: index })}
          />
        </LabelledField>
      ))}
      <p className="buttons">
        <Button text="customers:takeIn" onClick={() => choose(new Map(choice))} />
      </p>
    </Notice>
  )
}

function Customers({ list }: { list: CustomerList }) {
  const source = useStore(list.$source)
  const lookUp = useStore(list.existing.$list)
  // Content that was shown after the first lookup stays visible during later lookups.
  const isLookedUp = useStaysTrue(lookUp.status === 'loaded' || lookUp.status === 'failed')
  const isRunning = useStore(list.run.$isRunning)
  const rows = useStore(list.$rows)
  const { planless, total } = useStore(list.run.$progress)
  const wrong = new Map(useStore(list.tabs.$tabs).counts).get('mend') ?? 0

  if (source.status !== 'read') return null
  const { ignored, long, encoding } = source
  const isUnsent = total === 0
  const summary = [
    encoding !== undefined && isUnsent && translate('customers:readAs', { encoding }),
    wrong > 0 && isUnsent && translate('customers:mends', { count: String(wrong) }),
    isUnsent && translate(wrong > 0 ? 'customers:sends' : 'customers:unsent'),
    lookUp.status === 'loading'
      ? translate('customers:looking')
      : isUnsent && translate('customers:makes'),
    planless > 0 && formatCount(planless, 'customers:planlessOne', 'customers:planless'),
  ]
  return (
    <>
      <section className="list-top" aria-labelledby={listHeadingId}>
        <div>
          <h2 id={listHeadingId} tabIndex={-1}>
            {formatCount(rows.length, 'customers:readOne', 'customers:read')}
          </h2>
          <p className="help" role="status" aria-atomic={false}>
            <Sentences texts={summary} />
          </p>
        </div>
        <div className="buttons">
          <Button text="customers:another" disabled={isRunning} onClick={list.discard} />
          <ResultLink list={list} />
          <RunButton list={list} isLookedUp={isLookedUp} />
        </div>
        <PlanOfAll list={list} />
      </section>
      <RunPanel list={list} isLookedUp={isLookedUp} />
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

/** Select for the subscription of customers without their own subscription. */
function PlanOfAll({ list }: { list: CustomerList }) {
  const plan = useStore(list.$planOfAll)
  const isPlanMissing = useStore(list.$rows).some((row) => row.plan === '' && !row.isLeftOut)
  const { isFixed } = useStore(list.run.$progress)
  return (
    <LoadedList list={list.subscriptions} failed="boarding:subscriptionsFailed">
      {(plans) =>
        plans.length > 1 &&
        !isFixed &&
        isPlanMissing && (
          <LabelledField id="plan-of-all" label={translate('customers:planOfAll')}>
            <PlanSelect
              id="plan-of-all"
              plans={plans}
              chosen={plan?.id}
              onChoose={list.choosePlanOfAll}
            />
          </LabelledField>
        )
      }
    </LoadedList>
  )
}
