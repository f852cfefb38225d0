import { useMemo, type ReactNode } from 'react'
import type { Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import type { Change } from '../../lib/accounting/snelstart/coupling-rules.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { referenceOf, saysSignIn, type Failure } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { Mending } from '../../stores/check/screen.ts'
import { createCopying } from '../../stores/form/copying.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'
import { Button, ButtonLink, PrintButton } from '../ui/Button.tsx'
import { Copied } from '../ui/Copied.tsx'
import { momentText, releaseText } from '../ui/helpdesk.ts'
import { Chip, Notice, type Kind } from '../ui/Notice.tsx'
import { Reference } from '../ui/Reason.tsx'
import { Facts, Paragraphs, shownText } from '../ui/Text.tsx'
import { useOnce } from '../ui/use-once.ts'
import './check.css'

const outcomeId = 'outcome'

/** How much each verdict matters, and what it is in a word. */
export const verdicts = {
  good: ['success', 'check:good'],
  attention: ['warning', 'check:attention'],
  wrong: ['failure', 'check:wrong'],
  unknown: ['information', 'check:unknown'],
  asking: ['neutral', 'check:asking'],
} as const satisfies Record<Line['verdict'], readonly [Kind, MessageKey]>

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
  const administrationId = String(administration.id)
  const locationId = location && String(location.id)
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
        <Button text="check:allAgain" focuses={outcomeId} onClick={onAgain} />
        <Button text="check:copy" onClick={() => void copying.copy()} />
        <PrintButton />
      </p>
      <Copied copying={copying} text={text} />
    </>
  )
}

function countsOf(parts: readonly Part[]) {
  const count = (verdict: Line['verdict']) =>
    parts.filter((part) => part.verdict === verdict).length
  return {
    wrong: String(count('wrong')),
    attention: String(count('attention')),
    unknown: String(count('unknown')),
    good: String(count('good')),
    done: String(parts.length - count('asking')),
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

export function VerdictChip({ verdict }: Pick<Line, 'verdict'>) {
  const [kind, text] = verdicts[verdict]
  return <Chip kind={kind}>{translate(text)}</Chip>
}

export const lineId = (name: string) => `check-${name}`

interface LineProps {
  line: Line
  /** Another line that has the reason of this one. */
  reasonAt: Line | null
  mending: Mending | null
  onAskAgain: () => void
}

/** A part of the coupling: the verdict, what was found, what that means and what to do. */
export function LineView({ line, reasonAt, mending, onAskAgain }: LineProps) {
  const { name, label, verdict, facts = [], failed } = line
  // A dialog says that a session is over.
  const failure = line.failure && saysSignIn(line.failure) ? undefined : line.failure
  const following = reasonAt && sameReason(reasonAt)
  return (
    <li data-kind={verdicts[verdict][0]} id={lineId(name)} tabIndex={-1}>
      <h2>{translate(label)}</h2>
      <VerdictChip verdict={verdict} />
      <div>
        <Paragraphs of={following ? [following] : toldOf(line.told, failure)} />
        {facts.length > 0 && (
          <Facts facts={facts.map((fact) => [fact.label, shownText(fact.value)])} />
        )}
        {!following && failure?.help && <p>{translate(failure.help, failure.parameters)}</p>}
        <Mend line={line} mending={mending} />
        {failed.length > 0 && !following && (
          <Button kind="quiet" focuses={lineId(name)} about={translate(label)} onClick={onAskAgain}>
            {translate('check:askAgain')}
          </Button>
        )}
        {!following && <Reference what={{ key: label }} message={failure} />}
      </div>
    </li>
  )
}

/** The way to where a line is mended. */
export function Mend({ line, mending }: Pick<LineProps, 'line' | 'mending'>) {
  if (!mending) return null
  return (
    <ButtonLink kind="quiet" about={translate(line.label)} href={mending.address.href}>
      {translate(mending.text)}
    </ButtonLink>
  )
}

/** What is said of a line, and why something of it could not be read. */
export const toldOf = (told: Line['told'], failure: Failure | undefined): Message[] => [
  ...(told ?? []),
  ...(failure ? [failure] : []),
]

/** What was saved, and how it is now. */
export function changeText({ label, text, was, is }: Change): string {
  const parameters = { label: translate(label), was: shownText(was), is: shownText(is) }
  return translate(text, parameters)
}

/** The names of administration and location, where they could be read. */
export const namesIn = ([access]: readonly Line[]) =>
  access?.facts?.map(({ value }) => shownText(value)) ?? []

/** The earlier line that failed as this one did, and has the reason; null where this one has it. */
export function reasonAt(line: Line, lines: readonly Line[]): Line | null {
  const first = lines.find(({ failure }) => failure && failure === line.failure)
  return first && first !== line ? first : null
}

/** Why nothing is known of a line that fails as an earlier one. */
const sameReason = ({ label }: Line): Message => ({
  key: 'check:sameReason',
  parameters: { label: translate(label) },
})

/**
 * What was found, what is not good first, as a helpdesk gets it in the page's language: nothing
 * personal, so no names, and no words of a service, which may repeat some.
 */
export function linesText(lines: readonly Line[]): string {
  const found = lines.filter(({ verdict }) => verdict !== 'good')
  const ordered = [...found, ...lines.filter(({ verdict }) => verdict === 'good')]
  return ordered.map((line) => lineText(line, reasonAt(line, lines))).join('\n')
}

function lineText({ label, verdict, told, facts, changes, failure }: Line, at: Line | null) {
  const reason = [...(told ?? []).map(say), ...(failure ? [failureText(failure)] : [])]
  return [
    `${translate(label)}: ${translate(verdicts[verdict][1])}`,
    ...(at ? [say(sameReason(at))] : reason),
    ...(facts ?? []).flatMap(({ label: name, value, isName }) =>
      isName ? [] : [`${translate(name)}: ${shownText(value)}`],
    ),
    ...(changes ?? []).map(changeText),
  ].join('\n  ')
}

const say = ({ key, parameters }: Message) => translate(key, parameters)

function failureText(failure: Failure): string {
  const { call = '', result = '' } = failure.trace
  const reason = failure.key === 'failure:messages' ? '' : say(failure)
  const reference = translate('failure:reference', referenceOf(failure))
  return [reason, `${call} ${result}`.trim(), reference].filter(Boolean).join(' ')
}
