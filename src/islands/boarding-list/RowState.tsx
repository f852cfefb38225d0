import { useStore } from '@nanostores/react'
import { customerFields, type FieldName } from '../../lib/domain/customer.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate, translateMessage } from '../../lib/i18n/page.ts'
import type { CustomerList } from '../../stores/boarding/list/screen.ts'
import {
  isMatchWithoutKey,
  isRowSent,
  isRowWrong,
  getRowLink,
  getRowState,
  type BoardingRow,
  type RowMatch,
  type RowState,
} from '../../stores/boarding/list/rows.ts'
import { getSharedQuestionKey } from '../../stores/boarding/list/run.ts'
import { creationStepLabels } from '../../stores/boarding/memory.ts'
import type { DialogContent } from '../../stores/shell/dialogs.ts'
import { getSignedInPortal } from '../../stores/shell/portal.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { createLinkMail } from '../ui/customer-links.ts'
import { Chip, Notice, type NoticeKind } from '../ui/Notice.tsx'
import { FailureText, FailureReference } from '../ui/Reason.tsx'
import { formatFieldProblem } from '../ui/Text.tsx'

/** Ids of headings that take the focus from removed buttons. */
export const listHeadingId = 'read'
export const tableId = 'customers-table'

/** Label, chip colour and advice for each row state. */
const statePresentation: Readonly<
  Record<RowState['status'] | 'mend' | 'send', readonly [MessageKey, NoticeKind, MessageKey]>
> = {
  mend: ['customers:mend', 'failure', 'customers:toDoMend'],
  send: ['customers:toSend', 'neutral', 'customers:toDoSend'],
  waiting: ['customers:waiting', 'neutral', 'customers:toDoWaiting'],
  busy: ['customers:busy', 'information', 'customers:toDoBusy'],
  asking: ['customers:question', 'warning', 'customers:toDoAsking'],
  failed: ['customers:failed', 'failure', 'customers:toDoFailed'],
  skipped: ['customers:skipped', 'neutral', 'customers:toDoSkipped'],
  exists: ['customers:existsAlready', 'neutral', 'customers:toDoExists'],
  awaiting: ['customers:awaiting', 'information', 'customers:toDoAwaiting'],
  done: ['customers:done', 'success', 'customers:toDoDone'],
  tried: ['customers:tried', 'neutral', 'customers:toDoTried'],
}

const messagesIn = ({ message, detail }: DialogContent) => [message, ...(detail ? [detail] : [])]

export function RowNote({ content }: { content: DialogContent }) {
  const { message, detail } = content
  return (
    <>
      {messagesIn(content).map((each) => (
        <FailureText key={each.key} message={each} />
      ))}
      <FailureReference what={message} message={detail ?? message} />
    </>
  )
}

const getStatus = (row: BoardingRow) =>
  getRowState(row)?.status ?? (isRowWrong(row) ? 'mend' : 'send')

/** Chips with the state and the warnings of a row. */
export function StateChips({ row }: { row: BoardingRow }) {
  const state = getRowState(row)
  const doubts = doubtTexts(row)
  const status = getStatus(row)
  const [text, kind] = statePresentation[status]
  const step = state?.status === 'busy' && state.step && translate(creationStepLabels[state.step])
  // Warning chips imply the state, so no state chip is shown.
  const isImplied = status === 'exists' || (status === 'send' && doubts.length > 0)
  return (
    <>
      {!isImplied && <Chip kind={kind}>{translate(text) + (step ? `: ${step}` : '')}</Chip>}
      {doubts.map((doubt) => (
        <Chip key={doubt} kind="warning">
          {doubt}
        </Chip>
      ))}
    </>
  )
}

function doubtTexts({ state, duplicateOf, matches }: BoardingRow): string[] {
  if (isRowSent(state)) return []
  const number = String((duplicateOf ?? 0) + 1)
  return [
    ...(duplicateOf === null ? [] : [translate('customers:twin', { number })]),
    ...matches.map((match) => translate(matchKey(match), { id: String(match.administration) })),
  ]
}

function matchKey(match: RowMatch): MessageKey {
  if (match.location === 'none') return 'customers:unfinished'
  if (match.location === 'unknown') return 'customers:existsUnknown'
  if (isMatchWithoutKey(match)) return 'customers:keyless'
  return match.isCertain ? 'customers:exists' : 'customers:existsPerhaps'
}

interface RowProps {
  list: CustomerList
  row: BoardingRow
}

/** Second table row with the customer's notes, question and link. */
export function RowOutcome({ list, row, columns }: RowProps & { columns: number }) {
  const state = getRowState(row)
  const link = getRowLink(row)
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
              checked={row.isChosen === true}
              onChange={(event) => list.chooseLinks([row], event.target.checked)}
            />
          </label>
        )}
      </td>
      <td colSpan={columns - 1}>
        {row.notes.map((note) => (
          <RowNote key={note.message.key} content={note} />
        ))}
        {isAsking && <Question {...{ list, row }} question={state.question} />}
        {link && (
          <ButtonLink
            text="links:mail"
            kind="quiet"
            about={link.name}
            href={createLinkMail(link, getSignedInPortal().person)}
          />
        )}
      </td>
    </tr>
  )
}

const answers = [
  { text: 'shell:confirm', isAgreed: true, isForAll: false },
  { text: 'shell:cancel', isAgreed: false, isForAll: false },
  { text: 'customers:confirmAll', isAgreed: true, isForAll: true },
  { text: 'customers:cancelAll', isAgreed: false, isForAll: true },
] as const

/** Question that the user can answer for all similar rows. */
function Question({ list, row, question }: RowProps & { question: DialogContent }) {
  const kind = getSharedQuestionKey(question)
  const alike = useStore(list.$rows).filter(
    ({ state }) =>
      kind !== null && state?.status === 'asking' && getSharedQuestionKey(state.question) === kind,
  )
  const offersAll = alike.length > 1 && alike[0]?.id === row.id
  const { name } = row.values.serial_info.serial
  const about = translate('customers:ofCustomer', { number: String(row.id + 1), name })
  return (
    <Notice kind="warning" role="group" aria-label={about}>
      <RowNote content={question} />
      <p className="buttons">
        {answers.map(
          ({ text, isAgreed, isForAll }) =>
            (offersAll || !isForAll) && (
              <Button
                key={text}
                about={isForAll ? undefined : about}
                focuses={listHeadingId}
                onClick={() => list.run.answer(row.id, isAgreed, isForAll)}
              >
                {translate(text, { count: String(alike.length) })}
              </Button>
            ),
        )}
      </p>
    </Notice>
  )
}

export const resultColumns = [
  'customers:state',
  'customers:administrationId',
  'customers:locationId',
  'customers:keyId',
  'customers:toDo',
  'customers:link',
] as const

export function createResultCells(row: BoardingRow): string[] {
  const state = getRowState(row)
  const status = getStatus(row)
  const [text, , toDo] = statePresentation[status]
  const created = state && 'administration' in state ? state : null
  const notes = row.notes.flatMap(messagesIn).map(translateMessage)
  const problems = Object.entries(row.problems).map(([field, problem]) =>
    formatFieldProblem(translate(customerFields[field as FieldName].label), problem),
  )
  const next = translate(status === 'exists' && created?.link ? 'customers:toDoAwaiting' : toDo)
  const advice = [...notes, ...problems, ...doubtTexts(row), next].map((each) =>
    each.replace(/[^.!?]$/, '$&.'),
  )
  const ids = [created?.administration, created?.location, created?.key]
  const cells = [translate(text), ...ids, advice.join(' '), created?.link]
  return cells.map((cell) => String(cell ?? ''))
}
