import { useMemo, type ReactNode } from 'react'
import type { SettingChange, CheckLine } from '../../lib/accounting/snelstart/coupling-check.ts'
import { getFailureParameters, isSignInMessage, type Failure } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { translate, translateMessage } from '../../lib/i18n/page.ts'
import type { CorrectionLink } from '../../stores/check/screen.ts'
import { getSignedInPortal } from '../../stores/shell/portal.ts'
import { Button, ButtonLink, PrintButton } from '../ui/Button.tsx'
import { formatTime, formatRelease } from '../ui/helpdesk.ts'
import { Icon } from '../ui/Icon.tsx'
import { kindIcons, type NoticeKind } from '../ui/Notice.tsx'
import { FailureReference, useCopying, useHasBeenTrue } from '../ui/Reason.tsx'
import { formatCount, Paragraphs, formatValue } from '../ui/Text.tsx'

export const outcomeId = 'outcome'

export const verdictPresentations = {
  wrong: ['failure', 'check:wrong'],
  attention: ['warning', 'check:attention'],
  off: ['neutral', 'check:off'],
  manual: ['information', 'check:manual'],
  unknown: ['information', 'check:unknown'],
  good: ['success', 'check:good'],
  asking: ['neutral', 'check:asking'],
} as const satisfies Record<CheckLine['verdict'], readonly [NoticeKind, MessageKey]>

interface Finding extends Pick<CheckLine, 'name' | 'verdict'>, Partial<Pick<CheckLine, 'label'>> {
  content: ReactNode
}

interface Props {
  administration: string
  location?: string
  /** Names of the administration and location, or null while loading. */
  names: readonly string[] | null
  state?: ReactNode
  findings: readonly Finding[]
  started: string
  /** Findings as plain text for a helpdesk. */
  text: string
  onAgain: () => unknown
  buttons?: ReactNode
  /** Panel that a button opened, displayed above the findings. */
  opened?: ReactNode
  /** Button that opens the report, and the opened report. */
  report?: { button: ReactNode; opened: ReactNode }
}

/** Findings of a check, worst first. */
export function Findings(props: Props) {
  const { administration, location, names, state, findings, started, onAgain } = props
  const { buttons, opened, report } = props
  const { environment, configuration } = getSignedInPortal()
  const customerPortal = new URL(configuration.customerPortalUrl)
  const byVerdict = Map.groupBy(findings, ({ verdict }): string => verdict)
  const having = (verdict: string) => byVerdict.get(verdict) ?? []
  const countOf = (verdict: string) => [verdict, String(having(verdict).length)] as const
  const toLookAt = [...having('wrong'), ...having('attention'), ...having('off')]
  const counts = {
    ...Object.fromEntries(Object.keys(verdictPresentations).map(countOf)),
    done: String(findings.length - having('asking').length),
    total: String(findings.length),
  }
  const isDone = having('asking').length === 0
  // Keeps the layout stable while the check is repeated.
  const wasDone = useHasBeenTrue(isDone)
  const outcomes = `${translate('check:finished', counts)}\n${props.text}`
  const text = useMemo(() => {
    const head = translate(location ? 'check:head' : 'check:headAll', {
      administration,
      location: location ?? '',
      time: formatTime(environment.now()),
      version: formatRelease(),
    })
    return `${head}\n${outcomes}`
  }, [environment, administration, location, outcomes])
  const { copy, copyStatus } = useCopying(text)
  const unknown = having('unknown').length
  const outcome =
    toLookAt.length > 0
      ? formatCount(toLookAt.length, 'check:pointOne', 'check:points')
      : [
          translate('check:nothing'),
          ...(unknown > 0 ? [translate('check:countUnknown', { count: String(unknown) })] : []),
        ].join(', ')
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
        {toLookAt.length > 0 && <FindingList findings={toLookAt} />}
        <div className="panel summary-lines">
          <FoldedFindings findings={having('manual')} text="check:countManual" />
          <FoldedFindings findings={having('good')} text="check:countGood" />
          <FoldedFindings findings={having('unknown')} text="check:countUnknown" />
          <p className="buttons">
            {report?.button}
            {!report?.opened && <PrintButton kind="quiet" />}
            <Button text="check:copy" kind="quiet" onClick={copy} />
          </p>
        </div>
        {copyStatus}
        <p className="help">
          {translate('check:unseen')} <a href={customerPortal.href}>{customerPortal.host}</a>
        </p>
      </div>
      {report?.opened}
    </>
  )
}

function FindingList({ findings }: Pick<Props, 'findings'>) {
  return (
    <ol className="check-lines">
      {findings.map(({ name, verdict, content }) => {
        const [kind, text] = verdictPresentations[verdict]
        return (
          <li key={name} data-kind={kind}>
            <Icon drawing={kindIcons[kind]} />
            <span className="visually-hidden">{translate(text)}</span>
            {content}
          </li>
        )
      })}
    </ol>
  )
}

function FoldedFindings({ findings, text }: Pick<Props, 'findings'> & { text: MessageKey }) {
  if (findings.length === 0) return null
  const named = findings.filter(({ verdict }) => verdict !== 'good')
  const labels = named.flatMap(({ label }) => (label ? [translate(label)] : []))
  return (
    <details>
      <summary>
        <span>{translate(text, { count: String(findings.length) })}</span>{' '}
        <span className="help">{labels.join(', ')}</span>
      </summary>
      <FindingList findings={findings} />
    </details>
  )
}

interface LineProps {
  line: CheckLine
  fixLink: CorrectionLink | null
  /** True for the first finding that the user has to fix. */
  isMain: boolean
  onReadAgain: () => void
}

export function FindingDetails({ line, fixLink, isMain, onReadAgain }: LineProps) {
  const { name, label, facts = [], changes = [], ifNot, failed, sameAs } = line
  // True if a dialog or an earlier finding shows the failure.
  const isTold = sameAs !== undefined || (line.failure && isSignInMessage(line.failure))
  const failure = isTold ? undefined : line.failure
  return (
    <>
      <div>
        <h3>{translate(label)}</h3>
        <Paragraphs messages={sameAs ? [sameReason(sameAs)] : listReasons({ ...line, failure })} />
        {changes.map((change) => (
          <p key={change.label}>{changeText(change)}</p>
        ))}
        {changes.length === 0 &&
          facts.map((fact) => (
            <p key={fact.label}>
              <span>{factName(fact.label)} </span>
              <span translate="no">{formatValue(fact.value)}</span>
            </p>
          ))}
        {ifNot && (
          <details>
            <summary>{translate('check:ifNot')}</summary>
            <p>{translateMessage(ifNot)}</p>
          </details>
        )}
        {failure?.help && <p>{translate(failure.help, failure.parameters)}</p>}
        {isMain && name !== 'coupling' && <p>{translate('check:mendHelp')}</p>}
        <FailureReference what={{ key: label }} message={failure} />
      </div>
      {fixLink && (
        <ButtonLink
          kind={isMain ? 'main' : 'secondary'}
          about={translate(label)}
          href={fixLink.address.href}
          onClick={fixLink.prepare}
        >
          {translateMessage(fixLink.text)}
        </ButtonLink>
      )}
      {failed.length > 0 && !sameAs && (
        // The finding disappears while its data is read again.
        <Button focuses={outcomeId} about={translate(label)} onClick={onReadAgain}>
          {translate('check:askAgain')}
        </Button>
      )}
    </>
  )
}

/** Returns the label with a colon, unless the label is a question. */
const factName = (label: MessageKey) => translate(label).replace(/[^?]$/, '$&:')

interface Reasons extends Pick<CheckLine, 'messages'> {
  failure?: Failure | undefined
}

/** Returns the messages and the read failure of a finding. */
export const listReasons = ({ messages = [], failure }: Reasons): Message[] => [
  ...messages,
  ...(failure ? [failure] : []),
]

function changeText({ label, text, before, after }: SettingChange): string {
  return translate(text, {
    label: translate(label),
    was: formatValue(before),
    after: formatValue(after),
  })
}

export const listPlaceNames = ([access]: readonly CheckLine[]) =>
  access?.facts?.map(({ value }) => formatValue(value)) ?? []

/** Message that an earlier check failed for the same reason. */
const sameReason = (label: MessageKey): Message => ({
  key: 'check:sameReason',
  parameters: { label: translate(label) },
})

/** Returns findings as helpdesk text without names and server messages. */
export function formatLinesAsText(lines: readonly CheckLine[]): string {
  const isGood = ({ verdict }: CheckLine) => verdict === 'good'
  const ordered = lines.toSorted((one, other) => Number(isGood(one)) - Number(isGood(other)))
  return ordered.map(lineText).join('\n')
}

function lineText(line: CheckLine): string {
  const { label, verdict, messages = [], facts = [], changes = [], failure, sameAs } = line
  const reasons = [...messages.map(translateMessage), ...(failure ? [failureText(failure)] : [])]
  return [
    `${translate(label)}: ${translate(verdictPresentations[verdict][1])}`,
    ...(sameAs ? [translateMessage(sameReason(sameAs))] : reasons),
    ...facts
      .filter(({ isName }) => !isName)
      .map(({ label: name, value }) => `${factName(name)} ${formatValue(value)}`),
    ...changes.map(changeText),
  ].join('\n  ')
}

function failureText(failure: Failure): string {
  const { call = '', result = '' } = failure.trace
  const reason = failure.key === 'failure:messages' ? '' : translateMessage(failure)
  const reference = translate('failure:reference', getFailureParameters(failure))
  return [reason, `${call} ${result}`.trim(), reference].filter(Boolean).join(' ')
}
