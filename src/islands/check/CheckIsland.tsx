import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import { translate } from '../../lib/i18n/page.ts'
import { checkScreen, type CheckScreen, type LocationCheck } from '../../stores/check/screen.ts'
import { Hydrated } from '../shell/Hydrated.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Loading, Retry } from '../ui/Reason.tsx'
import { Text } from '../ui/Text.tsx'
import { Unusable } from '../ui/Unusable.tsx'
import {
  changeText,
  Findings,
  lineId,
  linesText,
  LineView,
  Mend,
  namesIn,
  reasonAt,
  toldOf,
  VerdictChip,
  verdicts,
  type Part,
} from './Findings.tsx'

/** The page that checks a coupling (§2, "Checking a coupling"). */
export function CheckIsland() {
  return <Hydrated screen={() => <Screen />} />
}

function Screen() {
  const [screen] = useState(checkScreen.take)
  if (screen.status === 'checking') return <Check check={screen} />
  if (screen.status === 'locations') return <Locations checks={screen} />
  return <Unusable messages={screen.messages} flow={screen.flow} />
}

type Checking = Extract<CheckScreen, { status: 'checking' }>

function Check({ check }: { check: Checking }) {
  const lines = useStore(check.$lines)
  const [administration, location] = namesIn(lines)

  useEffect(() => check.stop, [check])

  return (
    <Findings
      administration={{ id: check.place.administration, name: administration }}
      location={{ id: check.place.location, name: location }}
      parts={lines.map((line) => ({
        ...line,
        text: translate(line.label),
        isFollowing: reasonAt(line, lines) !== null,
      }))}
      started={translate('check:started')}
      text={linesText(lines)}
      onAgain={check.start}
    >
      <Changes check={check} lines={lines} />
      <ol className="check-lines">
        {lines.map((line) => (
          <LineView
            key={line.name}
            line={line}
            reasonAt={reasonAt(line, lines)}
            mending={check.mendingOf(line)}
            onAskAgain={() => check.askAgain(line)}
          />
        ))}
      </ol>
    </Findings>
  )
}

/** What was saved and is otherwise now, each with the way to take that over. */
function Changes({ check, lines }: { check: Checking; lines: readonly Line[] }) {
  const changed = lines.filter(({ changes = [] }) => changes.length > 0)
  if (changed.length === 0) return null
  return (
    <Panel id="changed" className="check-changes" title="check:changed">
      <ul>
        {changed.map((line) => (
          <li key={line.name}>
            <div>
              {line.changes?.map((change) => (
                <p key={change.label}>{changeText(change)}</p>
              ))}
            </div>
            <Mend line={line} mending={check.mendingOf(line)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface LocationsProps {
  checks: Extract<CheckScreen, { status: 'locations' }>
}

/** All locations of an administration, each with what is to be looked at most. */
function Locations({ checks }: LocationsProps) {
  const list = useStore(checks.$list)
  const rows = useStore(checks.$rows)
  const asked = rows.filter(({ lines }) => lines !== null)

  useEffect(() => checks.stop, [checks])

  if (list.status === 'failed') {
    const message = { key: 'check:locationsFailed' } as const
    return <Retry message={message} detail={list.detail} onRetry={() => void checks.start()} />
  }
  if (list.status !== 'loaded') return <Loading text="check:locationsStarted" />
  if (list.items.length === 0) return <p>{translate('check:noLocations')}</p>
  const more = translate('check:more', { count: String(rows.length - asked.length) })
  return (
    <Findings
      administration={{ id: checks.administration, name: namesIn(asked[0]?.lines ?? [])[0] }}
      parts={asked.map(partOf)}
      started={translate('check:locationsStarted')}
      text={asked.map(locationText).join('\n')}
      onAgain={() => void checks.start()}
      buttons={asked.length < rows.length && <Button onClick={checks.more}>{more}</Button>}
    >
      <ol className="check-lines">
        {asked.map((row, index) => (
          <LocationRow key={row.location.id} row={row} part={partOf(row, index)} checks={checks} />
        ))}
      </ol>
    </Findings>
  )
}

/** What a location's check comes to. Ids stay out of the page: a recording has its element ids. */
const partOf = ({ location, worst }: LocationCheck, index: number): Part => ({
  name: `location-${index}`,
  text: location.name,
  verdict: worst?.verdict ?? 'asking',
})

/** What a helpdesk gets of a location. */
function locationText({ location, lines, worst }: LocationCheck): string {
  const head = `${translate('wizard:location')} ${location.id}`
  const verdict = translate(verdicts[worst?.verdict ?? 'asking'][1])
  const found = lines?.filter((line) => line.verdict !== 'good') ?? []
  return `${head}: ${verdict}\n${linesText(found)}`.trim()
}

interface LocationRowProps extends LocationsProps {
  row: LocationCheck
  part: Part
}

function LocationRow({ row, part: { name, text, verdict }, checks }: LocationRowProps) {
  const { worst } = row
  const isToSee = worst && verdict !== 'good' && verdict !== 'asking'
  return (
    <li data-kind={verdicts[verdict][0]} id={lineId(name)} tabIndex={-1}>
      <h2 translate="no">{text}</h2>
      <VerdictChip verdict={verdict} />
      <div>
        {isToSee && (
          <p>
            <strong>{translate(worst.label)}</strong>{' '}
            {toldOf(worst.told, worst.failure).map((message) => (
              <span key={message.key}>
                <Text message={message} />{' '}
              </span>
            ))}
          </p>
        )}
        <ButtonLink text="check:open" kind="quiet" about={text} href={checks.addressOf(row).href} />
      </div>
    </li>
  )
}
