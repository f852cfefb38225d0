import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { couplingChips } from '../../lib/accounting/snelstart/stored-settings.ts'
import type { Shows } from '../../lib/domain/coupling.ts'
import { translate } from '../../lib/i18n/page.ts'
import { checkScreen, type CheckScreen, type LocationCheck } from '../../stores/check/screen.ts'
import { Hydrated } from '../shell/Hydrated.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Chip } from '../ui/Notice.tsx'
import { Loading, LazyPlaceholder, Retry } from '../ui/Reason.tsx'
import { countText, Paragraphs } from '../ui/Text.tsx'
import { UnusableAddress } from '../ui/ScreenNotices.tsx'
import { useLater, withLaterTexts } from '../wizard/later.ts'
import { Findings, lineId, linesText, LineView, namesIn, toldOf, verdicts } from './Findings.tsx'
import type { PartProps } from './parts.tsx'

/** The page that checks a coupling (§2, "Checking a coupling"). */
export const CheckIsland = () => <Hydrated screen={<Screen />} />

function Screen() {
  const [screen] = useState(checkScreen.take)
  if (screen.status === 'checking') return <Check check={screen} />
  if (screen.status === 'locations') return <Locations checks={screen} />
  return <UnusableAddress messages={screen.messages} flow={screen.flow} />
}

type Checking = Extract<CheckScreen, { status: 'checking' }>

function Check({ check }: { check: Checking }) {
  const lines = useStore(check.$lines)
  const state = useStore(check.$state)
  const others = useStore(check.$others)
  const [shown, setShown] = useState(check.shown)
  const first = (['wrong', 'attention', 'off'] as const)
    .flatMap((verdict) => lines.filter((line) => line.verdict === verdict))
    .find(check.mendingOf)

  useEffect(() => check.stop, [check])

  const chip = state && couplingChips[state]
  const isNamed = lines.every(
    ({ name, verdict }) => !['access', 'coupling'].includes(name) || verdict !== 'asking',
  )
  const toggle = (show: Shows) => ({
    'aria-expanded': shown === show,
    onClick: () => setShown(shown === show ? null : show),
  })
  const part = shown && <LaterPart key={shown} place={check.place} show={shown} />
  return (
    <Findings
      administration={String(check.place.administration)}
      location={String(check.place.location)}
      names={isNamed ? namesIn(lines) : null}
      state={chip && <Chip kind={chip.kind}>{translate(chip.text)}</Chip>}
      parts={lines.map((line) => ({
        ...line,
        elementId: lineId(line.name),
        shown: (
          <LineView
            line={line}
            mending={check.mendingOf(line)}
            isMain={shown === null && line === first}
            onAskAgain={() => check.askAgain(line)}
          />
        ),
      }))}
      started={translate('check:started')}
      text={linesText(lines)}
      onAgain={check.start}
      buttons={
        state === 'setUp' &&
        others > 0 && (
          <Button {...toggle('chain')}>
            {countText(others, 'shell:chainOne', 'shell:chainMany')}
          </Button>
        )
      }
      opened={shown === 'chain' && part}
      taken={{
        button: <Button kind="quiet" text="shell:report" {...toggle('report')} />,
        shown: shown === 'report' && part,
      }}
    />
  )
}

/** Something that is fetched, with its texts, once it is asked for. */
function LaterPart(props: PartProps) {
  const loading = useLater(
    () => withLaterTexts(import('./parts.tsx')),
    ({ Part }) => Part,
  )
  if (loading.status === 'loaded') return <loading.made {...props} />
  return <LazyPlaceholder isFailed={loading.status === 'failed'} />
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
    return <Retry what="check:locationsFailed" detail={list.detail} onRetry={checks.start} />
  }
  if (list.status !== 'loaded') return <Loading text="check:locationsStarted" />
  if (list.items.length === 0) return <p>{translate('check:noLocations')}</p>
  const access = asked[0]?.lines?.[0]
  const more = translate('check:more', { count: String(rows.length - asked.length) })
  return (
    <Findings
      administration={checks.administration}
      names={access?.verdict === 'asking' ? null : namesIn(asked[0]?.lines ?? [])}
      parts={asked.map((row) => ({
        name: String(row.location.id),
        verdict: row.worst?.verdict ?? 'asking',
        shown: <LocationRow row={row} checks={checks} />,
      }))}
      started={translate('check:locationsStarted')}
      text={asked.map(locationText).join('\n')}
      onAgain={checks.start}
      buttons={asked.length < rows.length && <Button onClick={checks.more}>{more}</Button>}
    />
  )
}

function locationText({ location, lines, worst }: LocationCheck): string {
  const head = `${translate('wizard:location')} ${location.id}`
  const verdict = translate(verdicts[worst?.verdict ?? 'asking'][1])
  const found = lines?.filter((line) => line.verdict !== 'good') ?? []
  return `${head}: ${verdict}\n${linesText(found)}`.trim()
}

function LocationRow({ row, checks }: LocationsProps & { row: LocationCheck }) {
  const { worst, location } = row
  return (
    <>
      <div>
        <h3 translate="no">{location.name}</h3>
        {worst && worst.verdict !== 'good' && (
          <>
            <p className="help">{translate(worst.label)}</p>
            <Paragraphs messages={toldOf(worst.told, worst.failure)} />
          </>
        )}
      </div>
      <ButtonLink
        text="check:open"
        kind="secondary"
        about={location.name}
        href={checks.addressOf(row).href}
      />
    </>
  )
}
