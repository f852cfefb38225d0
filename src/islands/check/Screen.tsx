import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import { translate } from '../../lib/i18n/page.ts'
import { checkScreen, type CheckScreen } from '../../stores/check/screen.ts'
import { Unusable } from '../ui/Unusable.tsx'
import { changeText, linesText, namesIn, reasonAt } from './check-text.ts'
import { Findings } from './Findings.tsx'
import { LineView, Mend } from './LineView.tsx'
import { Locations } from './Locations.tsx'

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
