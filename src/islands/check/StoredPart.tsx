import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { removeChangeMarks } from '../../lib/accounting/snelstart/summary.ts'
import type { CheckPageSection } from '../../lib/domain/coupling.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { isMessageKey, translate } from '../../lib/i18n/page.ts'
import {
  listDueRows,
  isCopyTarget,
  type SettingsCopier,
  type LocationRow,
  type CopyTarget,
} from '../../stores/check/chain.ts'
import { createStoredSetup } from '../../stores/check/stored.ts'
import { getSignedInPortal } from '../../stores/shell/portal.ts'
import { Button } from '../ui/Button.tsx'
import { Chip, type NoticeKind, Notice, Panel, focusHeading } from '../ui/Notice.tsx'
import { Loading, FailureText, FailureReference, Retry } from '../ui/Reason.tsx'
import { formatCount, TextAndSubject } from '../ui/Text.tsx'
import { End, SaveProgress } from '../wizard/saving/Saving.tsx'
import { ReportView } from '../wizard/saving/ReportView.tsx'
import { GroupList, groupSummary } from '../wizard/summary/SummaryGroups.tsx'

interface StoredPartProps {
  place: PlaceIds
  show: CheckPageSection
}

/** Part of /check that shows or copies a location's settings. */
export function StoredSettingsSection({ place, show }: StoredPartProps) {
  const [stored] = useState(() => {
    const portal = getSignedInPortal()
    const store = createStoredSetup(portal, place, show, { isMessageKey })
    void store.load()
    return store
  })
  const state = useStore(stored.$stored)

  switch (state.status) {
    case 'loading':
      return <Loading text="form:loading" />
    case 'failed':
      return <Retry what="check:storedFailed" detail={state.detail} onRetry={stored.load} />
    case 'none':
      return state.reason && <Notice kind="information" role="status" text={state.reason} />
    case 'report':
      return <ReportView report={state.document} />
    case 'chain':
      return <ChainPanel chain={state.chain} />
  }
}

interface Props {
  chain: SettingsCopier
}

const headingId = 'chain'

/** Form that copies settings to other locations (product §2, "A chain at once"). */
function ChainPanel({ chain }: Props) {
  const state = useStore(chain.$state)
  if (state.status === 'choosing') return <Choosing chain={chain} />
  return <End state={state} completion={chain} />
}

function Choosing({ chain }: Props) {
  const rows = useStore(chain.$rows)
  const isRunning = useStore(chain.$isRunning)
  const due = listDueRows(rows).length
  const done = rows.filter(({ status }) => status === 'done').length
  const unread = rows.filter(({ status }) => status === 'idle').length
  const parameters = {
    location: chain.place.location.name,
    administration: chain.place.administration.name,
  }

  return (
    <Panel id={headingId} title="check:chainTitle" focus={focusHeading}>
      <p>{translate('check:chainHelp', parameters)}</p>
      {chain.refusedText && (
        <Notice kind="warning">
          <p>{translate('check:chainNotCopied', { ledgers: chain.refusedText })}</p>
        </Notice>
      )}
      <ul className="chain-rows">
        {rows.map((row, index) => (
          <Location key={row.place.location.id} row={row} index={index} chain={chain} />
        ))}
      </ul>
      <p role="status">
        {done > 0 &&
          (due > 0
            ? translate('check:chainCount', { done: String(done), count: String(done + due) })
            : formatCount(done, 'check:chainEndOne', 'check:chainEnd'))}
      </p>
      <p className="buttons">
        {due > 0 && (
          <Button
            kind="main"
            aria-busy={isRunning}
            aria-disabled={isRunning}
            focuses={headingId}
            onClick={chain.run}
          >
            {formatCount(due, 'check:chainSetOne', 'check:chainSetMany')}
          </Button>
        )}
        {unread > 0 && (
          <Button focuses={headingId} onClick={chain.readMore}>
            {translate('check:chainMore', { count: String(unread) })}
          </Button>
        )}
        {!isRunning && done > 0 && (
          <Button
            text="check:chainOn"
            kind={due > 0 ? 'secondary' : 'main'}
            onClick={chain.leave}
          />
        )}
      </p>
    </Panel>
  )
}

const statusChips: Readonly<Record<LocationRow['status'], readonly [NoticeKind, MessageKey]>> = {
  idle: ['neutral', 'check:chainReading'],
  loading: ['neutral', 'check:chainReading'],
  unread: ['failure', 'check:chainUnread'],
  uncoupled: ['neutral', 'check:chainUncoupled'],
  otherBook: ['warning', 'check:chainOtherBook'],
  ownLedger: ['warning', 'check:chainOwnLedger'],
  offered: ['neutral', 'check:chainNotSetUp'],
  busy: ['neutral', 'check:chainBusy'],
  failed: ['failure', 'check:chainNotDone'],
  done: ['success', 'check:chainDone'],
  tried: ['neutral', 'check:chainDoneDryRun'],
}
const setUpChip = ['information', 'check:chainSetUp'] as const

interface RowProps<Row extends LocationRow = LocationRow> extends Props {
  row: Row
  /** Row number for element ids, because error reports must not name locations. */
  index: number
}

function Location({ row, index, chain }: RowProps) {
  const { name } = row.place.location
  if (row.status === 'idle') return null
  const isSetUp = row.status === 'offered' && row.isSetUp
  const [kind, text] = isSetUp ? setUpChip : statusChips[row.status]
  const isOpen = ['offered', 'failed', 'tried'].includes(row.status)
  return (
    <li>
      <div className="chain-name">
        <h3 translate="no">
          {isCopyTarget(row) && isOpen ? (
            <label className="pick">
              <input
                type="checkbox"
                checked={row.isChosen}
                onChange={({ target }) => chain.choose(row, target.checked)}
              />
              {name}
            </label>
          ) : (
            name
          )}
        </h3>
        <Chip kind={kind}>{translate(text)}</Chip>
      </div>
      {row.message && (
        <Notice kind="warning" role="alert" aria-atomic={false}>
          <FailureText message={row.message} />
          {row.status === 'unread' && (
            <p className="buttons">
              <Button
                text="shell:retry"
                about={name}
                focuses={headingId}
                onClick={() => chain.readAgain(row)}
              />
            </p>
          )}
          <FailureReference what={{ key: text }} message={row.message} />
        </Notice>
      )}
      {(row.status === 'otherBook' || row.status === 'ownLedger') && (
        <a href={chain.wizardOf(row).href} target="_blank" rel="noopener">
          <TextAndSubject about={name}>{translate('check:chainWizard')}</TextAndSubject>
        </a>
      )}
      {isCopyTarget(row) && <SettableParts row={row} index={index} chain={chain} />}
    </li>
  )
}

function SettableParts({ row, index, chain }: RowProps<CopyTarget>) {
  const { name } = row.place.location
  const changed = chain.summaryOf(row).filter(({ now }) => now?.isChanged)
  const count = changed.length
  const id = `${headingId}-${index}`
  const changes = formatCount(count, 'check:chainChangesOne', 'check:chainChangesMany')
  const details =
    count === 0 ? (
      <p className="help">{translate('wizard:summaryNoChanges')}</p>
    ) : (
      <details className="fold">
        <summary id={id}>
          <TextAndSubject about={name}>{changes}</TextAndSubject>
        </summary>
        <GroupList
          groups={groupSummary(row.isSetUp ? changed : removeChangeMarks(changed))}
          within={{ id, text: name }}
        />
      </details>
    )
  return (
    <>
      {row.status !== 'done' && details}
      <SaveProgress
        $lines={row.saving.$lines}
        locationName={name}
        onRetry={(save) => chain.retry(row, save)}
      />
    </>
  )
}
