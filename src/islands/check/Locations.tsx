import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { translate } from '../../lib/i18n/page.ts'
import type { Row } from '../../stores/check/chain.ts'
import type { CheckScreen } from '../../stores/check/screen.ts'
import { itemsOf } from '../../stores/form/list.ts'
import { Button } from '../ui/Button.tsx'
import { Retry } from '../ui/Retry.tsx'
import { Text, TextAbout } from '../ui/Text.tsx'
import { linesText, namesIn, verdictTexts } from './check-text.ts'
import { Findings, type Part } from './Findings.tsx'
import { kinds, lineId, VerdictChip } from './LineView.tsx'

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
  const more = translate('check:more', { count: String(rows.length - asked.length) })
  return (
    <Findings
      administration={{ id: chain.administration, name: namesIn(asked[0]?.lines ?? [])[0] }}
      parts={asked.map(partOf)}
      started={translate('check:locationsStarted')}
      text={asked.map(rowText).join('\n')}
      onAgain={() => void chain.start()}
      buttons={asked.length < rows.length && <Button onClick={chain.more}>{more}</Button>}
    >
      <ol className="check-lines">
        {asked.map((row, index) => (
          <LocationRow key={row.location.id} row={row} part={partOf(row, index)} chain={chain} />
        ))}
      </ol>
    </Findings>
  )
}

/** What a location's check comes to. Ids stay out of the page: a recording has its element ids. */
const partOf = ({ location, worst }: Row, index: number): Part => ({
  name: `location-${index}`,
  text: location.name,
  verdict: worst?.verdict ?? 'asking',
})

/** What a helpdesk gets of a location. */
function rowText({ location, lines, worst }: Row): string {
  const head = `${translate('wizard:location')} ${location.id}`
  const verdict = translate(verdictTexts[worst?.verdict ?? 'asking'])
  const found = lines?.filter((line) => line.verdict !== 'good') ?? []
  return `${head}: ${verdict}\n${linesText(found)}`.trim()
}

interface LocationRowProps extends Props {
  row: Row
  part: Part
}

function LocationRow({ row, part: { name, text, verdict }, chain }: LocationRowProps) {
  const { worst } = row
  const isToSee = worst && verdict !== 'good' && verdict !== 'asking'
  return (
    <li data-kind={kinds[verdict]} id={lineId(name)} tabIndex={-1}>
      <h2 translate="no">{text}</h2>
      <VerdictChip verdict={verdict} />
      <div>
        {isToSee && (
          <p>
            <strong>{translate(worst.label)}</strong>{' '}
            {[...(worst.told ?? []), ...(worst.failure ? [worst.failure] : [])].map((message) => (
              <span key={message.key}>
                <Text message={message} />{' '}
              </span>
            ))}
          </p>
        )}
        <a className="button" data-kind="quiet" href={chain.addressOf(row).href}>
          <TextAbout about={text}>{translate('check:open')}</TextAbout>
        </a>
      </div>
    </li>
  )
}
