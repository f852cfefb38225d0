import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { couplingChips } from '../../lib/accounting/snelstart/stored-settings.ts'
import type { Location } from '../../lib/api/places.ts'
import type { CheckPageSection } from '../../lib/domain/coupling.ts'
import { translate } from '../../lib/i18n/page.ts'
import { checkScreen, type CheckScreen, type LocationCheck } from '../../stores/check/screen.ts'
import { getListItems } from '../../stores/form/list.ts'
import { createLazyComponent, ScreenBoundary } from '../shell/ScreenBoundary.tsx'
import { Button, ButtonLink, moveLostFocus } from '../ui/Button.tsx'
import { Chip } from '../ui/Notice.tsx'
import { Loading, Retry } from '../ui/Reason.tsx'
import { formatCount, Paragraphs } from '../ui/Text.tsx'
import { UnusableAddress } from '../ui/ScreenNotices.tsx'
import {
  Findings,
  formatLinesAsText,
  FindingDetails,
  listPlaceNames,
  listReasons,
  outcomeId,
  verdictPresentations,
} from './Findings.tsx'

const StoredSettings = createLazyComponent(
  async () => (await import('./StoredPart.tsx')).StoredSettingsSection,
)
const PlaceSelector = createLazyComponent(
  async () => (await import('../ui/PlaceSelector.tsx')).PlaceSelector,
)

/** Page that checks a coupling (§2, "Checking a coupling"). */
export const CheckIsland = () => <ScreenBoundary screen={<Screen />} />

function Screen() {
  const [screen] = useState(checkScreen.take)
  if (screen.status === 'checking') return <Check check={screen} />
  if (screen.status === 'locations') return <Locations checks={screen} />
  if (screen.status === 'choosing') return <Choosing chooser={screen} />
  return <UnusableAddress messages={screen.messages} flow={screen.flow} />
}

/** Fields to choose an administration and location, with links to their check. */
function Choosing({ chooser }: { chooser: Extract<CheckScreen, { status: 'choosing' }> }) {
  const { administration, location } = useStore(chooser.$choice)
  const [first, ...others] = getListItems(useStore(chooser.locations.$list))
  const addressOf = ({ id }: Location, isChain?: boolean) =>
    administration
      ? chooser.addressOf({ administration: administration.id, location: id }, isChain).href
      : undefined
  return (
    <>
      <p className="lead" id="selector-help">
        {translate('check:choose')}
      </p>
      <PlaceSelector chooser={chooser} />
      <p className="buttons" role="status">
        {location && (
          <ButtonLink kind="main" text="shell:checkCoupling" href={addressOf(location)} />
        )}
        {first && others.length > 0 && (
          <ButtonLink text="connect:checkAll" href={addressOf(first, true)} />
        )}
      </p>
    </>
  )
}

interface CheckProps {
  check: Extract<CheckScreen, { status: 'checking' }>
}

function Check({ check }: CheckProps) {
  const lines = useStore(check.$lines)
  const state = useStore(check.$state)
  const others = useStore(check.$otherCount)
  const [shown, setShown] = useState(check.shown)
  const first = (['wrong', 'attention', 'off'] as const)
    .flatMap((verdict) => lines.filter((line) => line.verdict === verdict))
    .find(check.fixLinkOf)

  useEffect(() => check.stop, [check])

  const chip = state && couplingChips[state]
  const isNamed = lines.every(
    ({ name, verdict }) => !['access', 'coupling'].includes(name) || verdict !== 'asking',
  )
  const toggle = (show: CheckPageSection) => ({
    'aria-expanded': shown === show,
    onClick: () => setShown(shown === show ? null : show),
  })
  const part = shown && <StoredSettings key={shown} place={check.place} show={shown} />
  return (
    <Findings
      administration={String(check.place.administration)}
      location={String(check.place.location)}
      names={isNamed ? listPlaceNames(lines) : null}
      state={chip && <Chip kind={chip.kind}>{translate(chip.text)}</Chip>}
      findings={lines.map((line) => ({
        ...line,
        content: (
          <FindingDetails
            line={line}
            fixLink={check.fixLinkOf(line)}
            isMain={shown === null && line === first}
            onReadAgain={() => check.readAgain(line)}
          />
        ),
      }))}
      started={translate('check:started')}
      text={formatLinesAsText(lines)}
      onAgain={check.start}
      buttons={
        state === 'setUp' &&
        others > 0 && (
          <Button {...toggle('chain')}>
            {formatCount(others, 'shell:chainOne', 'shell:chainMany')}
          </Button>
        )
      }
      opened={shown === 'chain' && part}
      report={{
        button: <Button kind="quiet" text="shell:report" {...toggle('report')} />,
        opened: shown === 'report' && part,
      }}
    />
  )
}

interface LocationsProps {
  checks: Extract<CheckScreen, { status: 'locations' }>
}

function Locations({ checks }: LocationsProps) {
  const list = useStore(checks.$list)
  const rows = useStore(checks.$rows)
  const checked = rows.filter(({ lines }) => lines !== null)

  useEffect(() => checks.stop, [checks])

  if (list.status === 'failed') {
    return <Retry what="check:locationsFailed" detail={list.detail} onRetry={checks.start} />
  }
  if (list.status !== 'loaded') return <Loading text="check:locationsStarted" />
  if (list.items.length === 0) return <p>{translate('check:noLocations')}</p>
  const access = checked[0]?.lines?.[0]
  const more = translate('check:more', { count: String(rows.length - checked.length) })
  return (
    <Findings
      administration={checks.administration}
      names={access?.verdict === 'asking' ? null : listPlaceNames(checked[0]?.lines ?? [])}
      findings={checked.map((row) => ({
        name: String(row.location.id),
        verdict: row.worst?.verdict ?? 'asking',
        content: <LocationRow row={row} checks={checks} />,
      }))}
      started={translate('check:locationsStarted')}
      text={checked.map(locationText).join('\n')}
      onAgain={() => checks.start().then(() => moveLostFocus(outcomeId))}
      buttons={
        checked.length < rows.length && (
          <Button focuses={outcomeId} onClick={checks.checkMore}>
            {more}
          </Button>
        )
      }
    />
  )
}

function locationText({ location, lines, worst }: LocationCheck): string {
  const head = `${translate('wizard:location')} ${location.id}`
  const verdict = translate(verdictPresentations[worst?.verdict ?? 'asking'][1])
  const notGood = lines?.filter((line) => line.verdict !== 'good') ?? []
  return `${head}: ${verdict}\n${formatLinesAsText(notGood)}`.trim()
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
            <Paragraphs messages={listReasons(worst)} />
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
