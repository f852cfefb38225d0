import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { translate } from '../../lib/i18n/page.ts'
import { itemsOf } from '../../stores/form/list.ts'
import type { Row } from '../../stores/check/chain.ts'
import type { CheckScreen } from '../../stores/check/screen.ts'
import { Button } from '../ui/Button.tsx'
import { Retry } from '../ui/Retry.tsx'
import { Text } from '../ui/Text.tsx'
import { kinds, lineId, VerdictChip } from './LineView.tsx'
import { Outcome, outcomeId } from './Outcome.tsx'
import './check.css'

interface Props {
  chain: Extract<CheckScreen, { status: 'locations' }>
}

/** All locations of an administration, each with what is to be looked at most (§2, "Checking a coupling"). */
export function Locations({ chain }: Props) {
  const list = useStore(chain.$list)
  const rows = useStore(chain.$rows)
  const asked = rows.filter(({ lines }) => lines !== null)

  useEffect(() => chain.stop, [chain])

  if (list.status === 'failed') {
    const message = { key: 'check:locationsFailed' } as const
    return <Retry message={message} detail={list.detail} onRetry={() => void chain.start()} />
  }
  if (list.status !== 'loaded') {
    return (
      <p className="loading" role="status">
        {translate('check:locationsStarted')}
      </p>
    )
  }
  if (itemsOf(list).length === 0) return <p>{translate('check:noLocations')}</p>
  return (
    <>
      <Outcome parts={asked.map(partOf)} started={translate('check:locationsStarted')} />
      <ol className="check-lines">
        {asked.map((row, index) => (
          <LocationRow key={row.location.id} row={row} part={partOf(row, index)} chain={chain} />
        ))}
      </ol>
      <p className="buttons">
        {asked.length < rows.length && (
          <Button onClick={chain.more}>
            {translate('check:more', { count: String(rows.length - asked.length) })}
          </Button>
        )}
        <Button focuses={outcomeId} onClick={() => void chain.start()}>
          {translate('check:allAgain')}
        </Button>
      </p>
    </>
  )
}

/** What a location's check comes to. Ids stay out of the page: a recording has its element ids. */
function partOf({ location, worst }: Row, index: number) {
  const { verdict = 'asking', failure } = worst ?? {}
  return { name: `location-${index}`, text: location.name, verdict, failure }
}

interface LocationRowProps extends Props {
  row: Row
  part: ReturnType<typeof partOf>
}

function LocationRow({ row, part: { name, text, verdict, failure }, chain }: LocationRowProps) {
  const { worst } = row
  const isToSee = verdict === 'wrong' || verdict === 'attention' || verdict === 'unknown'
  return (
    <li data-kind={kinds[verdict]} id={lineId(name)} tabIndex={-1}>
      <h2>{text}</h2>
      <VerdictChip verdict={verdict} failure={failure} />
      <div>
        {isToSee && worst && (
          <p>
            <strong>{translate(worst.label)}</strong>{' '}
            {[...(worst.told ?? []), ...(failure ? [failure] : [])].map((message) => (
              <span key={message.key}>
                <Text message={message} />{' '}
              </span>
            ))}
          </p>
        )}
        <a className="button" data-kind="quiet" href={chain.addressOf(row).href}>
          {translate('check:open')}
          <span className="visually-hidden">: {text}</span>
        </a>
      </div>
    </li>
  )
}
