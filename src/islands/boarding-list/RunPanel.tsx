import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ComponentProps } from 'react'
import { createResultCsv } from '../../lib/domain/customer-list.ts'
import { addReseller } from '../../lib/domain/query.ts'
import { localizePath } from '../../lib/i18n/messages.ts'
import { getPageLocale, translate } from '../../lib/i18n/page.ts'
import { datedWait } from '../../lib/limits.ts'
import type { CustomerList } from '../../stores/boarding/list/screen.ts'
import { getRowLink } from '../../stores/boarding/list/rows.ts'
import { getSignedInPortal } from '../../stores/shell/portal.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { showLinks } from '../ui/customer-links.ts'
import { Notice } from '../ui/Notice.tsx'
import { formatCount, SentenceSpans } from '../ui/Text.tsx'
import { listHeadingId, RowNote, resultColumns, createResultCells } from './RowState.tsx'

interface CsvLinkProps extends ComponentProps<typeof ButtonLink> {
  create: () => string
}

/** Link that creates its large CSV file only on click. */
export function CsvLink({ create, ...props }: CsvLinkProps) {
  return (
    <ButtonLink
      {...props}
      onClick={({ currentTarget: link }) => {
        URL.revokeObjectURL(link.href)
        link.href = URL.createObjectURL(new Blob([create()], { type: 'text/csv;charset=utf-8' }))
      }}
    />
  )
}

export function ResultLink({ list }: { list: CustomerList }) {
  const { linked, total } = useStore(list.run.$progress)
  if (total === 0 && linked === 0) return null
  return (
    <CsvLink
      text="customers:download"
      href={`#${listHeadingId}`}
      download={translate('customers:resultFile')}
      create={() => resultText(list)}
    />
  )
}

function resultText({ $rows, isPolaris }: CustomerList): string {
  const rows = $rows.get()
  const results = [
    resultColumns.map((heading) => translate(heading)),
    ...rows.map(createResultCells),
  ]
  return createResultCsv(rows, results, getPageLocale(), isPolaris)
}

interface RunProps {
  list: CustomerList
  /** True once the lookup of existing customers has ended. */
  isLookedUp: boolean
}

export function RunButton({ list: { run, board }, isLookedUp }: RunProps) {
  const isRunning = useStore(run.$run).status === 'running'
  const { left, total, isUnread } = useStore(run.$progress)
  if (!isRunning && (!isLookedUp || (left === 0 && !isUnread))) return null
  const begin =
    total > 0
      ? translate(left > 0 ? 'customers:goOn' : 'shell:checkCoupling')
      : formatCount(left, 'customers:makeOne', 'customers:make')
  return (
    <p className="list-action">
      {isRunning ? (
        <Button text="customers:pause" focuses={listHeadingId} onClick={run.pause} />
      ) : (
        <Button kind={left > 0 ? 'main' : 'secondary'} focuses={listHeadingId} onClick={board}>
          {begin}
        </Button>
      )}
    </p>
  )
}

export function BoardingRunPanel({ list, isLookedUp }: RunProps) {
  const state = useStore(list.run.$run)
  const progress = useStore(list.run.$progress)
  const { linked, total, through, asking, failed, toMend, alike, isOver } = progress
  const { configuration, environment } = getSignedInPortal()
  const provider = configuration.provider.name
  const reason = state.status === 'paused' && state.reason
  const until = useStore(list.run.$waitsUntil)
  const isDistant = until !== undefined && until - environment.now() >= datedWait
  const clock = new Intl.DateTimeFormat(getPageLocale(), {
    timeStyle: 'short',
    ...(isDistant && { dateStyle: 'long' }),
  })
  const failures = failed > 0 && formatCount(failed, 'customers:failedOne', 'customers:failedMany')
  const counts = [
    translate('customers:through', { through: String(through), total: String(total) }),
    failures,
  ]
  const events = [
    isOver && toMend + failed === 0 && translate('customers:finished'),
    isOver && toMend > 0 && formatCount(toMend, 'customers:mendsOne', 'customers:mends'),
    isOver && failures,
    isOver && failed > 0 && translate('customers:toDoFailed'),
    isOver && linked > 0 && translate('customers:sendLinks'),
    state.status === 'paused' && !reason && translate('customers:paused'),
    state.status === 'running' &&
      until !== undefined &&
      translate('customers:waitsUntil', { time: clock.format(until) }),
    asking > 0 && formatCount(asking, 'customers:askingOne', 'customers:asking'),
  ]

  return (
    <>
      {(total > 0 || linked > 0) && (
        <div className="panel">
          {total > 0 && (
            <>
              {!isOver && (
                <>
                  <progress
                    aria-label={translate('customers:progress')}
                    max={total}
                    value={Math.min(through, total)}
                  />
                  <p>
                    <SentenceSpans texts={counts} />
                  </p>
                </>
              )}
              <p role="status">
                <SentenceSpans texts={events} />
              </p>
            </>
          )}
          {linked > 0 && <Links list={list} />}
          {isOver && (
            <a href={addReseller(localizePath(getPageLocale(), '/'), list.reseller.name)}>
              {translate('shell:toHome')}
            </a>
          )}
        </div>
      )}
      {reason && (
        <Notice kind="failure" role="alert">
          <p>{translate('customers:paused')}</p>
          <RowNote content={reason} />
        </Notice>
      )}
      {total === 0 && isLookedUp && alike > 0 && (
        <Notice kind="warning">
          {translate('customers:alike', { count: String(alike), provider })}
        </Notice>
      )}
    </>
  )
}

function Links({ list }: { list: CustomerList }) {
  const target = useRef<HTMLDivElement>(null)
  const linked = useStore(list.$rows).filter(getRowLink)
  const chosen = linked.filter(({ isChosen }) => isChosen)
  useEffect(() => {
    const links = chosen.flatMap((row) => getRowLink(row) ?? [])
    if (target.current) void showLinks(getSignedInPortal(), target.current, links)
  }, [chosen])
  return (
    <>
      <label className="pick">
        <input
          type="checkbox"
          checked={chosen.length === linked.length}
          onChange={(event) => list.chooseLinks(linked, event.target.checked)}
        />
        {translate('links:all')}
      </label>
      <div ref={target} />
    </>
  )
}
