import { useMemo, type ReactNode } from 'react'
import type { Change, Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import { referenceOf, saysSignIn, type Failure } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { translate, translateMessage } from '../../lib/i18n/page.ts'
import type { Mending } from '../../stores/check/screen.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'
import { Button, ButtonLink, PrintButton } from '../ui/Button.tsx'
import { momentText, releaseText } from '../ui/helpdesk.ts'
import { Icon } from '../ui/Icon.tsx'
import { kindIcons, type NoticeKind } from '../ui/Notice.tsx'
import { Reference, useEverTrue } from '../ui/Reason.tsx'
import { countText, Paragraphs, shownText } from '../ui/Text.tsx'
import { useCopying } from '../ui/use-copying.tsx'

const outcomeId = 'outcome'

/** How much each verdict matters, and what it is in a word. */
export const verdicts = {
  wrong: ['failure', 'check:wrong'],
  attention: ['warning', 'check:attention'],
  off: ['neutral', 'check:off'],
  unknown: ['information', 'check:unknown'],
  good: ['success', 'check:good'],
  asking: ['neutral', 'check:asking'],
} as const satisfies Record<Line['verdict'], readonly [NoticeKind, MessageKey]>

/** Something that is checked: a line of a coupling, or a location. */
export interface Part extends Pick<Line, 'name' | 'verdict'>, Partial<Pick<Line, 'label'>> {
  /** Id of its element. Ids of places stay out of the page: a recording has its element ids. */
  elementId?: string
  /** What it shows, in a list of its own for each verdict. */
  shown: ReactNode
}

interface Props {
  administration: string
  /** None where it is about all of the administration. */
  location?: string
  /** Their names, as far as they could be read; null while they may still come, so that nothing moves. */
  names: readonly string[] | null
  /** State of the coupling. */
  state?: ReactNode
  parts: readonly Part[]
  /** What is said as long as something is asked. */
  started: string
  /** All that was found, as a helpdesk gets it. */
  text: string
  onAgain: () => unknown
  buttons?: ReactNode
  /** What is shown besides, above what was found. */
  opened?: ReactNode
  /** What else can be taken along, and what is shown of it below. */
  taken?: { button: ReactNode; shown: ReactNode }
}

/** What was found, worst first, with what is good or unknown folded, and what can be done with all of it. */
export function Findings(props: Props) {
  const { administration, location, names, state, parts, started, onAgain } = props
  const { buttons, opened, taken } = props
  const { environment, configuration } = signedInPortal()
  const customerPortal = new URL(configuration.customerPortalUrl)
  const of = (verdict: Line['verdict']) => parts.filter((part) => part.verdict === verdict)
  const toLookAt = [...of('wrong'), ...of('attention'), ...of('off')]
  const counts = {
    wrong: String(of('wrong').length),
    attention: String(of('attention').length),
    unknown: String(of('unknown').length),
    good: String(of('good').length),
    done: String(parts.length - of('asking').length),
    total: String(parts.length),
  }
  const isDone = of('asking').length === 0
  // What is asked again later leaves everything where it is.
  const wasDone = useEverTrue(isDone)
  const found = `${translate('check:finished', counts)}\n${props.text}`
  const text = useMemo(() => {
    const head = translate(location ? 'check:head' : 'check:headAll', {
      administration,
      location: location ?? '',
      time: momentText(environment.now()),
      version: releaseText(),
    })
    return `${head}\n${found}`
  }, [environment, administration, location, found])
  const { copy, copyStatus } = useCopying(text)
  const outcome =
    toLookAt.length === 0
      ? translate('check:nothing')
      : countText(toLookAt.length, 'check:pointOne', 'check:points')
  return (
    <>
      <div className="check-head">
        <p className="place">
          {names && (
            <>
              {state}
              <strong translate="no">{names[0] ?? administration}</strong>
              {location && <span translate="no">{names[1] ?? location}</span>}
            </>
          )}
        </p>
        <p className="buttons">
          <Button text="check:allAgain" focuses={outcomeId} onClick={onAgain} />
          {buttons}
        </p>
      </div>
      {opened}
      <div role="status">
        <h2 id={outcomeId} tabIndex={-1}>
          {isDone ? outcome : started}
        </h2>
      </div>
      <div className={wasDone ? 'check-found' : 'check-found check-begun'}>
        {!isDone && <p className="help">{translate('check:progress', counts)}</p>}
        {toLookAt.length > 0 && <PartList parts={toLookAt} />}
        <div className="panel summary-lines">
          <Folded parts={of('good')} text="check:countGood" />
          <Folded parts={of('unknown')} text="check:countUnknown" />
          <p className="buttons">
            {taken?.button}
            {!taken?.shown && <PrintButton kind="quiet" />}
            <Button text="check:copy" kind="quiet" onClick={copy} />
          </p>
        </div>
        {copyStatus}
        <p className="help">
          {translate('check:unseen')} <a href={customerPortal.href}>{customerPortal.host}</a>
        </p>
      </div>
      {taken?.shown}
    </>
  )
}

function PartList({ parts }: Pick<Props, 'parts'>) {
  return (
    <ol className="check-lines">
      {parts.map(({ name, verdict, elementId, shown }) => {
        const [kind, text] = verdicts[verdict]
        return (
          <li key={name} data-kind={kind} id={elementId} tabIndex={-1}>
            <Icon drawing={kindIcons[kind]} />
            <span className="visually-hidden">{translate(text)}</span>
            {shown}
          </li>
        )
      })}
    </ol>
  )
}

function Folded({ parts, text }: Pick<Props, 'parts'> & { text: MessageKey }) {
  if (parts.length === 0) return null
  const unknown = parts.filter(({ verdict }) => verdict === 'unknown')
  const labels = unknown.flatMap(({ label }) => (label ? [translate(label)] : []))
  return (
    <details>
      <summary>
        <span>{translate(text, { count: String(parts.length) })}</span>{' '}
        <span className="help">{labels.join(', ')}</span>
      </summary>
      <PartList parts={parts} />
    </details>
  )
}

export const lineId = (name: string) => `check-${name}`

interface LineProps {
  line: Line
  mending: Mending | null
  /** It is the first thing to do on the page. */
  isMain?: boolean
  onAskAgain: () => void
}

/** A part of the coupling: what was found, what that means, and what to do. */
export function LineView({ line, mending, isMain, onAskAgain }: LineProps) {
  const { name, label, facts = [], changes = [], ifNot, failed, sameAs } = line
  // A dialog says that a session is over.
  const failure = line.failure && saysSignIn(line.failure) ? undefined : line.failure
  return (
    <>
      <div>
        <h3>{translate(label)}</h3>
        <Paragraphs messages={sameAs ? [sameReason(sameAs)] : toldOf(line.told, failure)} />
        {changes.map((change) => (
          <p key={change.label}>{changeText(change)}</p>
        ))}
        {changes.length === 0 &&
          facts.map((fact) => (
            <p key={fact.label}>
              <span>{`${translate(fact.label)}: `}</span>
              <span translate="no">{shownText(fact.value)}</span>
            </p>
          ))}
        {ifNot && (
          <details>
            <summary>{translate('check:ifNot')}</summary>
            <p>{translateMessage(ifNot)}</p>
          </details>
        )}
        {!sameAs && failure?.help && <p>{translate(failure.help, failure.parameters)}</p>}
        {isMain && <p>{translate('check:mendHelp')}</p>}
        {!sameAs && <Reference what={{ key: label }} message={failure} />}
      </div>
      {mending && (
        <ButtonLink
          kind={isMain ? 'main' : 'secondary'}
          about={translate(label)}
          href={mending.address.href}
        >
          {translateMessage(mending.text)}
        </ButtonLink>
      )}
      {failed.length > 0 && !sameAs && (
        <Button focuses={lineId(name)} about={translate(label)} onClick={onAskAgain}>
          {translate('check:askAgain')}
        </Button>
      )}
    </>
  )
}

/** What is said of a line, and why something of it could not be read. */
export const toldOf = (told: Line['told'], failure: Failure | undefined): Message[] => [
  ...(told ?? []),
  ...(failure ? [failure] : []),
]

function changeText({ label, text, was, is }: Change): string {
  const parameters = { label: translate(label), was: shownText(was), is: shownText(is) }
  return translate(text, parameters)
}

/** The names of administration and location, where they could be read. */
export const namesIn = ([access]: readonly Line[]) =>
  access?.facts?.map(({ value }) => shownText(value)) ?? []

/** Why nothing is known of a line that fails as an earlier one. */
const sameReason = (label: MessageKey): Message => ({
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
  return ordered.map(lineText).join('\n')
}

function lineText({ label, verdict, told, facts, changes, failure, sameAs }: Line): string {
  const reason = [...(told ?? []).map(translateMessage), ...(failure ? [failureText(failure)] : [])]
  return [
    `${translate(label)}: ${translate(verdicts[verdict][1])}`,
    ...(sameAs ? [translateMessage(sameReason(sameAs))] : reason),
    ...(facts ?? []).flatMap(({ label: name, value, isName }) =>
      isName ? [] : [`${translate(name)}: ${shownText(value)}`],
    ),
    ...(changes ?? []).map(changeText),
  ].join('\n  ')
}

function failureText(failure: Failure): string {
  const { call = '', result = '' } = failure.trace
  const reason = failure.key === 'failure:messages' ? '' : translateMessage(failure)
  const reference = translate('failure:reference', referenceOf(failure))
  return [reason, `${call} ${result}`.trim(), reference].filter(Boolean).join(' ')
}
