import { useStore } from '@nanostores/react'
import { useEffect, useRef, type MouseEvent } from 'react'
import { resultCsv } from '../../lib/domain/customer-list.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { CustomerList } from '../../stores/boarding/list/screen.ts'
import {
  isKeyless,
  isReady,
  isSent,
  linkOf,
  stateOf,
  type BoardingRow,
  type RowState,
} from '../../stores/boarding/list/rows.ts'
import { kindOf } from '../../stores/boarding/list/run.ts'
import { sagaSteps } from '../../stores/boarding/memory.ts'
import type { DialogContent } from '../../stores/shell/dialogs.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { linkMail, showLinks } from '../ui/customer-links.ts'
import { Chip, Notice, type NoticeKind } from '../ui/Notice.tsx'
import { Reason, Reference } from '../ui/Reason.tsx'
import { countText, Sentences } from '../ui/Text.tsx'

/** Of the page's part that says how many there are. */
const headingId = 'read'

/** What came of the customers, as far as they are. */
export function ResultLink({ list }: { list: CustomerList }) {
  const { linked, total } = useStore(list.run.$progress)
  if (total === 0 && linked === 0) return null
  return (
    <ButtonLink
      text="customers:download"
      href={`#${headingId}`}
      download={translate('customers:resultFile')}
      onClick={(event) => offer(event, list)}
    />
  )
}

interface RunProps {
  list: CustomerList
  /** Whether it was found out which of them exist, or could not be. */
  isLookedUp: boolean
}

/** Begins, pauses or goes on. */
export function RunButton({ list, isLookedUp }: RunProps) {
  const { run } = list
  const isRunning = useStore(run.$run).status === 'running'
  const { left, total } = useStore(run.$progress)
  if (!isRunning && (!isLookedUp || left === 0)) return null
  return (
    <p className="list-action">
      {isRunning ? (
        <Button text="customers:pause" focuses={headingId} onClick={run.pause} />
      ) : (
        <Button kind="main" focuses={headingId} onClick={list.board}>
          {total > 0
            ? translate('customers:goOn')
            : countText(left, 'customers:makeOne', 'customers:make')}
        </Button>
      )}
    </p>
  )
}

/** How far the customers of the list are, and what is in the way. */
export function Run({ list, isLookedUp }: RunProps) {
  const state = useStore(list.run.$run)
  const progress = useStore(list.run.$progress)
  const { left, linked, total, through, asking, failed, alike, isOver } = progress
  const provider = signedInPortal().configuration.provider.name
  const counts = { through: String(through), total: String(total) }
  const reason = state.status === 'paused' && state.reason
  const until = state.status === 'running' && state.until
  const clock = new Intl.DateTimeFormat(pageLocale(), { timeStyle: 'short' })

  return (
    <>
      {(total > 0 || linked > 0) && (
        <div className="panel">
          {total > 0 && (
            <>
              <progress
                aria-label={translate('customers:progress')}
                max={total}
                value={Math.min(through, total)}
              />
              <p>
                <Sentences
                  texts={[
                    translate('customers:through', counts),
                    failed > 0 && countText(failed, 'customers:failedOne', 'customers:failedMany'),
                  ]}
                />
              </p>
              <p role="status">
                <Sentences
                  texts={[
                    isOver && translate('customers:finished'),
                    isOver && failed > 0 && translate('customers:toDoFailed'),
                    isOver && left === 0 && translate('customers:sendLinks'),
                    state.status === 'paused' && !reason && translate('customers:paused'),
                    !!until && translate('customers:waitsUntil', { time: clock.format(until) }),
                    asking > 0 && countText(asking, 'customers:askingOne', 'customers:asking'),
                  ]}
                />
              </p>
            </>
          )}
          {linked > 0 && <Links list={list} />}
        </div>
      )}
      {reason && (
        <Notice kind="failure" role="alert">
          <p>{translate('customers:paused')}</p>
          <Told told={reason} />
        </Notice>
      )}
      {total === 0 && isLookedUp && alike > 0 && (
        <Notice kind="warning">
          {translate('customers:alike', { count: String(alike), provider })}
        </Notice>
      )}
    </>
  )
}

/** Gives the link its file at the press: 2,000 rows are not written at each step of one of them. */
function offer({ currentTarget: link }: MouseEvent<HTMLAnchorElement>, list: CustomerList): void {
  const rows = list.$rows.get()
  const customers = rows.map(({ values }) => values)
  const became = [resultColumns.map((heading) => translate(heading)), ...rows.map(resultOf)]
  const text = resultCsv(customers, became, pageLocale(), list.isPolaris)
  URL.revokeObjectURL(link.href)
  link.href = URL.createObjectURL(csvFile(text))
}

const resultColumns = [
  'customers:state',
  'customers:administrationId',
  'customers:locationId',
  'customers:keyId',
  'customers:toDo',
  'customers:link',
] as const

/** What became of a row, column by column. */
function resultOf(row: BoardingRow): string[] {
  const state = stateOf(row)
  if (!state) return resultColumns.map(() => '')
  const [text, , toDo] = stateTexts[state.status]
  const { administration, location, key, link } = 'administration' in state ? state : nowhere
  const told = row.notes.flatMap(toldOf).map(({ key, parameters }) => translate(key, parameters))
  const advice = [...told, ...(toDo ? [translate(toDo)] : [])].join(' ')
  const cells = [translate(text), administration, location, key, advice, link]
  return cells.map((cell) => String(cell ?? ''))
}
const nowhere = { administration: null, location: null, key: null, link: null }

/** Shows the question of a row. The first of the rows that ask the same can be answered for all of them. */
function Question({ list, row, question }: OfRow & { question: DialogContent }) {
  const { run } = list
  const kind = kindOf(question)
  const [first, ...others] = useStore(list.$rows).filter(
    ({ state }) => kind !== null && state?.status === 'asking' && kindOf(state.question) === kind,
  )
  const { name } = row.values.serial_info.serial
  const about = translate('customers:ofCustomer', { number: String(row.id + 1), name })
  const answers = [
    [true, 'shell:confirm', 'customers:confirmAll'],
    [false, 'shell:cancel', 'customers:cancelAll'],
  ] as const
  return (
    <Notice kind="warning" role="group" aria-label={about}>
      <Told told={question} />
      <p className="buttons">
        {answers.map(([agreed, text]) => (
          <Button
            {...{ text, about }}
            key={text}
            focuses={headingId}
            onClick={() => run.answer(row.id, agreed)}
          />
        ))}
        {first?.id === row.id &&
          others.length > 0 &&
          answers.map(([agreed, , text]) => (
            <Button key={text} focuses={headingId} onClick={() => run.answer(row.id, agreed, true)}>
              {translate(text, { count: String(others.length + 1) })}
            </Button>
          ))}
      </p>
    </Notice>
  )
}

/** Each state in words, with what it means, and what the result says is to be done. */
const stateTexts: Readonly<
  Record<RowState['status'] | 'mend' | 'send', readonly [MessageKey, NoticeKind, MessageKey?]>
> = {
  mend: ['customers:mend', 'failure'],
  send: ['customers:toSend', 'neutral'],
  waiting: ['customers:waiting', 'neutral', 'customers:toDoWaiting'],
  busy: ['customers:busy', 'information'],
  asking: ['customers:question', 'warning', 'customers:toDoAsking'],
  failed: ['customers:failed', 'failure', 'customers:toDoFailed'],
  skipped: ['customers:skipped', 'neutral', 'customers:toDoSkipped'],
  exists: ['customers:existsAlready', 'neutral'],
  awaiting: ['customers:awaiting', 'information', 'customers:toDoAwaiting'],
  done: ['customers:done', 'success'],
  tried: ['customers:tried', 'neutral'],
}

const toldOf = ({ message, detail }: DialogContent) => [message, ...(detail ? [detail] : [])]

function Told({ told }: { told: DialogContent }) {
  return (
    <>
      {toldOf(told).map((said) => (
        <Reason key={said.key} message={said} />
      ))}
      <Reference what={told.message} message={told.detail ?? told.message} />
    </>
  )
}

interface OfRow {
  list: CustomerList
  row: BoardingRow
}

/** How a row is in a word, and what is to be looked at before it is sent. */
export function State({ row }: Pick<OfRow, 'row'>) {
  const state = stateOf(row)
  const doubts = isSent(state) ? [] : doubtsOf(row)
  const status = state?.status ?? (isReady(row) ? 'send' : 'mend')
  const [text, kind] = stateTexts[status]
  const step = state?.status === 'busy' && state.step && translate(sagaSteps[state.step])
  // What may speak against a row says more than that nothing else does.
  const isSaid = status === 'exists' || (status === 'send' && doubts.length > 0)
  return (
    <>
      {!isSaid && <Chip kind={kind}>{translate(text) + (step ? `: ${step}` : '')}</Chip>}
      {doubts.map((doubt) => (
        <Chip key={doubt} kind="warning">
          {doubt}
        </Chip>
      ))}
    </>
  )
}

/** What became of a row and what it asks, in a row below it: it is more than fits into a column. */
export function Outcome({ list, row, columns }: OfRow & { columns: number }) {
  const state = stateOf(row)
  const link = linkOf(row)
  const isAsking = state?.status === 'asking'
  if (row.notes.length === 0 && !link && !isAsking) return null
  return (
    <tr className="list-outcome">
      <td>
        {link && (
          <label className="pick">
            <input
              type="checkbox"
              aria-label={translate('links:choose', { name: link.name })}
              checked={row.isChosen}
              onChange={(event) => list.chooseLinks([row], event.target.checked)}
            />
          </label>
        )}
      </td>
      <td colSpan={columns - 1}>
        {row.notes.map((told) => (
          <Told key={told.message.key} told={told} />
        ))}
        {isAsking && <Question {...{ list, row }} question={state.question} />}
        {link && (
          <ButtonLink
            text="links:mail"
            kind="quiet"
            about={link.name}
            href={linkMail(link, signedInPortal().person)}
          />
        )}
      </td>
    </tr>
  )
}

/** What is to be looked at before a row is sent. */
function doubtsOf({ duplicateOf, matches }: BoardingRow): string[] {
  const number = String((duplicateOf ?? 0) + 1)
  return [
    ...(duplicateOf === null ? [] : [translate('customers:twin', { number })]),
    ...matches.map((match) => {
      const { administration, isCertain, location } = match
      const parameters = { id: String(administration) }
      if (location === 'none') return translate('customers:unfinished', parameters)
      if (location === 'unknown') return translate('customers:existsUnknown', parameters)
      if (isKeyless(match)) return translate('customers:keyless', parameters)
      return translate(isCertain ? 'customers:exists' : 'customers:existsPerhaps', parameters)
    }),
  ]
}

/** The links of the customers, of which some are chosen. */
function Links({ list }: { list: CustomerList }) {
  const target = useRef<HTMLDivElement>(null)
  const linked = useStore(list.$rows).filter(linkOf)
  const chosen = linked.filter(({ isChosen }) => isChosen)
  useEffect(() => {
    const portal = signedInPortal()
    const links = chosen.flatMap((row) => linkOf(row) ?? [])
    if (target.current) void showLinks(portal, target.current, links)
  }, [chosen])
  return (
    <>
      <label className="pick">
        <input
          type="checkbox"
          checked={chosen.length === linked.length}
          onChange={(event) => list.chooseLinks(linked, event.target.checked)}
        />
        {translate('links:all')}
      </label>
      <div ref={target} />
    </>
  )
}

export function csvFile(text: string): Blob {
  return new Blob([text], { type: 'text/csv;charset=utf-8' })
}
