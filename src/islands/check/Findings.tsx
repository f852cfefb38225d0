import { useStore } from '@nanostores/react'
import { useMemo, type ReactNode } from 'react'
import type { Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { translate } from '../../lib/i18n/page.ts'
import { createCopying } from '../../stores/form/copying.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'
import { Button } from '../ui/Button.tsx'
import { Copied } from '../ui/Copied.tsx'
import { Facts } from '../ui/Facts.tsx'
import { momentText, releaseText } from '../ui/helpdesk.ts'
import { Notice } from '../ui/Notice.tsx'
import { PrintButton } from '../ui/PrintButton.tsx'
import { useOnce } from '../ui/use-once.ts'
import { lineId, VerdictChip } from './LineView.tsx'
import './check.css'

const outcomeId = 'outcome'

/** Something that is checked, and what was found of it. */
export interface Part extends Pick<Line, 'name' | 'verdict'> {
  text: string
  /** Nothing is known of it for the reason of another. */
  isFollowing?: boolean
}

interface Named {
  id: Id
  name: string | undefined
}

interface Props {
  administration: Named
  /** None where it is about all of the administration. */
  location?: Named
  parts: readonly Part[]
  /** What is said as long as something is asked. */
  started: string
  /** All that was found, as a helpdesk gets it. */
  text: string
  onAgain: () => void
  buttons?: ReactNode
  children: ReactNode
}

/** What was found in all, the parts of it, and what can be done with all of it. */
export function Findings(props: Props) {
  const { administration, location, parts, started, onAgain, buttons, children } = props
  const { environment, configuration } = signedInPortal().portal
  const customerPortal = new URL(configuration.customerPortalUrl)
  const finished = translate('check:finished', countsOf(parts))
  const found = `${finished}\n${props.text}`
  const [administrationId, locationId] = [
    String(administration.id),
    location && String(location.id),
  ]
  const text = useMemo(() => {
    const head = translate(locationId ? 'check:head' : 'check:headAll', {
      administration: administrationId,
      location: locationId ?? '',
      time: momentText(environment.now()),
      version: releaseText(),
    })
    return `${head}\n${found}`
  }, [environment, administrationId, locationId, found])
  const copying = useMemo(() => createCopying(environment, () => text), [environment, text])
  const outcome = useStore(copying.$copying)
  const shown = ({ id, name }: Named) => (name ? `${name} – ${id}` : String(id))
  return (
    <>
      <Outcome parts={parts} started={started} finished={finished} />
      <Facts
        facts={[
          ['wizard:administration', shown(administration)],
          ...(location ? [['wizard:location', shown(location)] as const] : []),
        ]}
      />
      <p>
        {translate('check:unseen')} <a href={customerPortal.href}>{customerPortal.host}</a>
      </p>
      {children}
      <p className="buttons">
        {buttons}
        <Button focuses={outcomeId} onClick={onAgain}>
          {translate('check:allAgain')}
        </Button>
        <Button onClick={() => void copying.copy()}>{translate('check:copy')}</Button>
        <PrintButton />
      </p>
      <Copied outcome={outcome} text={text} />
    </>
  )
}

function countsOf(parts: readonly Part[]) {
  const count = (...asked: readonly Line['verdict'][]) =>
    String(parts.filter(({ verdict }) => asked.includes(verdict)).length)
  return {
    wrong: count('wrong'),
    attention: count('attention'),
    unknown: count('unknown'),
    good: count('good'),
    done: count('wrong', 'attention', 'unknown', 'good'),
    total: String(parts.length),
  }
}

interface OutcomeProps extends Pick<Props, 'parts' | 'started'> {
  finished: string
}

/** How far it is, then what was found: the start and the end alone are announced. */
function Outcome({ parts, started, finished }: OutcomeProps) {
  const counts = countsOf(parts)
  const { wrong, good, done, total } = counts
  const found = (['wrong', 'attention', 'unknown'] as const).flatMap((asked) =>
    parts.filter(({ verdict, isFollowing }) => verdict === asked && !isFollowing),
  )
  const worst = wrong !== '0' ? 'failure' : good === total ? 'success' : 'warning'
  const isDone = done === total
  // What is asked again later leaves everything where it is.
  const wasDone = useOnce(isDone)
  return (
    <Notice
      kind={isDone ? worst : 'information'}
      className={wasDone ? '' : 'check-begun'}
      id={outcomeId}
      tabIndex={-1}
    >
      <p role="status">{isDone ? finished : started}</p>
      {!isDone && <p>{translate('check:progress', counts)}</p>}
      {found.length > 0 && (
        <ul className="check-found">
          {found.map(({ name, text, verdict }) => (
            <li key={name}>
              <VerdictChip verdict={verdict} /> <a href={`#${lineId(name)}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
