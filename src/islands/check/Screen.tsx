import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import type { Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import { translate } from '../../lib/i18n/page.ts'
import { checkScreen, type CheckScreen } from '../../stores/check/screen.ts'
import { createCopying } from '../../stores/form/copying.ts'
import { Button } from '../ui/Button.tsx'
import { Copied } from '../ui/Copied.tsx'
import { Facts } from '../ui/Facts.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { shownText } from '../ui/shown-text.ts'
import { Unusable } from '../ui/Unusable.tsx'
import { changeText, checkText } from './check-text.ts'
import { LineView, Mend } from './LineView.tsx'
import { Locations } from './Locations.tsx'
import { Outcome, outcomeId } from './Outcome.tsx'
import './check.css'

type Checking = Extract<CheckScreen, { status: 'checking' }>

/** The page that checks a coupling (§2, "Checking a coupling"). */
export function Screen() {
  const [screen] = useState(checkScreen.take)
  if (screen.status === 'checking') return <Check check={screen} />
  if (screen.status === 'locations') return <Locations chain={screen} />
  return <Unusable messages={screen.messages} flow={screen.flow} />
}

function Check({ check }: { check: Checking }) {
  const lines = useStore(check.$lines)
  const { administration, location } = check.place
  const [administrationName, locationName] =
    lines[0]?.facts?.map(({ value }) => `${shownText(value)} – `) ?? []
  /** The first line with a failure has what a helpdesk asks for of it. */
  const isFirstWith = ({ failure }: Line, index: number) =>
    lines.findIndex((line) => line.failure === failure) === index

  useEffect(() => check.stop, [check])

  return (
    <>
      <Facts
        facts={[
          ['wizard:administration', `${administrationName ?? ''}${administration}`],
          ['wizard:location', `${locationName ?? ''}${location}`],
        ]}
      />
      <Outcome
        parts={lines.map((line) => ({ ...line, text: translate(line.label) }))}
        started={translate('check:started')}
      />
      <Changes check={check} lines={lines} />
      <ol className="check-lines">
        {lines.map((line, index) => (
          <LineView
            key={line.name}
            line={line}
            isTold={isFirstWith(line, index)}
            mending={check.mendingOf(line)}
            onAskAgain={() => check.askAgain(line)}
          />
        ))}
      </ol>
      <p>
        {translate('check:unseen')}{' '}
        <a href={check.customerPortal.href}>{check.customerPortal.host}</a>
      </p>
      <Ways check={check} lines={lines} />
    </>
  )
}

/** What was saved and is otherwise now, each with the way to take that over. */
function Changes({ check, lines }: { check: Checking; lines: readonly Line[] }) {
  const changed = lines.filter(({ changes = [] }) => changes.length > 0)
  if (changed.length === 0) return null
  return (
    <section className="panel check-changes" aria-labelledby="changed">
      <h2 id="changed">{translate('check:changed')}</h2>
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
    </section>
  )
}

/** What can be done with all of it. */
function Ways({ check, lines }: { check: Checking; lines: readonly Line[] }) {
  const { environment, place } = check
  const text = useMemo(
    () => checkText(place, lines, environment.now()),
    [environment, place, lines],
  )
  const copying = useMemo(() => createCopying(environment, () => text), [environment, text])
  const outcome = useStore(copying.$copying)
  return (
    <>
      <p className="buttons">
        <Button focuses={outcomeId} onClick={check.start}>
          {translate('check:allAgain')}
        </Button>
        <Button onClick={() => void copying.copy()}>{translate('check:copy')}</Button>
        <PrintButton />
      </p>
      <Copied outcome={outcome} text={text} />
    </>
  )
}
