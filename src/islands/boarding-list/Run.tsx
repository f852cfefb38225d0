import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { resultCsv, type RowResult } from '../../lib/domain/customer-list.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { CustomerList } from '../../stores/boarding/list/list.ts'
import {
  isReady,
  isSent,
  stateOf,
  type Row,
  type RowState,
} from '../../stores/boarding/list/rows.ts'
import type { CustomerLink } from '../../stores/coupling/customer-links.ts'
import { sagaSteps } from '../../stores/boarding/memory.ts'
import { createCopying } from '../../stores/form/copying.ts'
import type { Content } from '../../stores/shell/dialogs.ts'
import { pageEnvironment, signedInPortal } from '../../stores/shell/portal.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Copied } from '../ui/Copied.tsx'
import { linkMail, showLinks } from '../ui/customer-links.ts'
import { Chip, Notice, type Kind } from '../ui/Notice.tsx'
import { Reason, Reference } from '../ui/Reason.tsx'
import { countText, Sentences } from '../ui/Text.tsx'

/** Of the page's part that says how many there are. */
const headingId = 'read'

/** What begins, pauses or goes on, and what came of it. */
export function RunButtons({ list }: { list: CustomerList }) {
  const { run } = list
  const isRunning = useStore(run.$run).status === 'running'
  const isLooked = useStore(list.$isLooked)
  const { left, linked, total } = useStore(run.$progress)
  const isBegun = total > 0
  return (
    <>
      {(isBegun || linked > 0) && (
        <ButtonLink
          text="customers:download"
          href={`#${headingId}`}
          download={translate('customers:resultFile')}
          onClick={(event) => offer(event, list)}
        />
      )}
      {isRunning && <Button text="customers:pause" focuses={headingId} onClick={run.pause} />}
      {!isRunning && isLooked && left > 0 && (
        <Button kind="main" focuses={headingId} onClick={() => void list.board()}>
          {isBegun
            ? translate('customers:goOn')
            : countText(left, 'customers:makeOne', 'customers:make')}
        </Button>
      )}
    </>
  )
}

/** How far the customers of the list are, what is in the way, and what is asked. */
export function Run({ list }: { list: CustomerList }) {
  const { run } = list
  const state = useStore(run.$run)
  const isLooked = useStore(list.$isLooked)
  const { left, linked, total, through, asking, failed, ...progress } = useStore(run.$progress)
  const { alike, isOver, remaining } = progress
  const provider = signedInPortal().portal.configuration.provider.name
  const isBegun = total > 0
  const reason = 'reason' in state && state.reason
  const minutes = remaining === null ? null : Math.ceil(remaining / 60_000)
  const clock = new Intl.DateTimeFormat(pageLocale(), { timeStyle: 'short' })

  return (
    <>
      {(isBegun || linked > 0) && (
        <div className="panel">
          {isBegun && (
            <>
              <progress
                aria-label={translate('customers:progress')}
                max={total}
                value={Math.min(through, total)}
              />
              <p>
                <Sentences
                  of={[
                    translate('customers:through', {
                      through: String(through),
                      total: String(total),
                    }),
                    failed > 0 && countText(failed, 'customers:failedOne', 'customers:failedMany'),
                    asking > 0 && countText(asking, 'customers:askingOne', 'customers:asking'),
                    minutes !== null && countText(minutes, 'customers:minute', 'customers:minutes'),
                  ]}
                />
              </p>
              <p role="status">
                <Sentences
                  of={[
                    isOver && translate('customers:finished'),
                    isOver && failed > 0 && translate('customers:toDoFailed'),
                    isOver && left === 0 && translate('customers:sendLinks'),
                    state.status === 'paused' && !reason && translate('customers:paused'),
                    state.status === 'running' &&
                      state.until !== undefined &&
                      translate('customers:waitsUntil', { time: clock.format(state.until) }),
                    asking > 0 && translate('customers:toDoAsking'),
                  ]}
                />
              </p>
              <Questions list={list} />
            </>
          )}
          {linked > 0 && <Links list={list} />}
        </div>
      )}
      {reason && (
        <Notice kind="failure" role="alert">
          <p>
            {translate(state.status === 'refused' ? 'customers:refused' : 'customers:troubled')}
          </p>
          <Told told={reason} />
        </Notice>
      )}
      {!isBegun && isLooked && alike > 0 && (
        <Notice kind="warning">
          {translate('customers:alike', { count: String(alike), provider })}
        </Notice>
      )}
    </>
  )
}

/** Gives the link its file at the press: 2,000 rows are not written at each step of one of them. */
function offer({ currentTarget: link }: MouseEvent<HTMLAnchorElement>, list: CustomerList): void {
  const headings = {
    state: translate('customers:state'),
    administration: translate('customers:administrationId'),
    location: translate('customers:locationId'),
    key: translate('customers:keyId'),
    toDo: translate('customers:toDo'),
    link: translate('customers:link'),
  }
  const results = list.$rows.get().map(resultOf)
  const text = resultCsv(results, headings, pageLocale(), list.isPolaris)
  URL.revokeObjectURL(link.href)
  link.href = URL.createObjectURL(csvFile(text))
}

function resultOf(row: Row): RowResult {
  const state = stateOf(row)
  if (!state) return { row, state: '', toDo: '' }
  const [text, , toDo] = stateTexts[state.status]
  const told = state.notes.flatMap(toldOf).map(({ key, parameters }) => translate(key, parameters))
  return {
    ...('administration' in state && state),
    row,
    state: translate(text),
    toDo: [...told, ...(toDo ? [translate(toDo)] : [])].join(' '),
  }
}

function customerText({ id, values }: Row): string {
  const { name } = values.serial_info.serial
  return translate('customers:ofCustomer', { number: String(id + 1), name })
}

const parametersOf = ({ message, detail }: Content) =>
  Object.values({ ...message.parameters, ...detail?.parameters })

/** What rows ask, each kind once with its first row: one by one, or alike for all of a kind. */
function Questions({ list }: { list: CustomerList }) {
  const { run } = list
  const asking = useStore(list.$rows).flatMap((row) =>
    row.state?.status === 'asking' ? [{ row, question: row.state.question }] : [],
  )
  const kinds = Map.groupBy(asking, ({ question }) => run.kindOf(question))
  if (kinds.size === 0) return null
  return (
    <>
      <h3 id="questions" tabIndex={-1}>
        {translate('customers:questions')}
      </h3>
      {[...kinds].map(([kind, [first, ...others]]) => {
        if (!first) return null
        const { row, question } = first
        const about = customerText(row)
        const said = parametersOf(question)
        // What is asked of another customer with other words.
        const ownOf = (other: typeof first) =>
          parametersOf(other.question).filter(
            (text) => !said.includes(text) && text !== other.row.values.serial_info.serial.name,
          )
        const count = others.length + 1
        const answers = [
          [true, 'shell:confirm', 'customers:confirmAll'],
          [false, 'shell:cancel', 'customers:cancelAll'],
        ] as const
        const next = (answered: number) => (asking.length > answered ? 'questions' : headingId)
        return (
          <Notice key={kind} kind="warning" role="group" aria-label={about}>
            <p>
              <strong>{about}</strong>
            </p>
            <Told told={question} />
            {others.length > 0 && (
              <>
                <p>{translate('customers:asksToo')}</p>
                <ul>
                  {others.map((other) => (
                    <li key={other.row.id}>
                      {[customerText(other.row), ...ownOf(other)].join(': ')}
                    </li>
                  ))}
                </ul>
              </>
            )}
            <p className="buttons">
              {answers.map(([agreed, text]) => (
                <Button
                  text={text}
                  key={text}
                  about={about}
                  focuses={next(1)}
                  onClick={() => run.answer(row.id, agreed)}
                />
              ))}
              {count > 1 &&
                answers.map(([agreed, , text]) => (
                  <Button
                    key={text}
                    focuses={next(count)}
                    onClick={() => run.answer(row.id, agreed, true)}
                  >
                    {translate(text, { count: String(count) })}
                  </Button>
                ))}
            </p>
          </Notice>
        )
      })}
    </>
  )
}

/** Each state in words, with what it means, and what the result says is to be done. */
const stateTexts: Readonly<Record<RowState['status'], readonly [MessageKey, Kind, MessageKey?]>> = {
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

/** The same of a row that was not begun. */
const toMend = ['customers:mend', 'failure'] as const
const toSend = ['customers:toSend', 'neutral'] as const

/** What the form says of itself, as the list has it. */
const ofList: Readonly<Partial<Record<MessageKey, MessageKey>>> = {
  'boarding:merchantExistsHelp': 'customers:accountHelp',
  'boarding:perhapsRegistered': 'customers:perhapsRegistered',
  'boarding:perhapsLocated': 'customers:perhapsLocated',
}

/** What was told or is asked of a row, each in the words of the list. */
const toldOf = ({ message, detail }: Content): Message[] =>
  [message, ...(detail ? [detail] : [])].map((said) => ({
    ...said,
    key: ofList[said.key] ?? said.key,
  }))

/** What was told or is asked of a row. */
function Told({ told }: { told: Content }) {
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
  row: Row
}

/** How a row is in a word, and what is to be looked at before it is sent. */
export function State({ row }: Pick<OfRow, 'row'>) {
  const state = stateOf(row)
  const doubts = isSent(state) ? [] : doubtsOf(row)
  const [text, kind] = state ? stateTexts[state.status] : isReady(row) ? toSend : toMend
  const step = state?.status === 'busy' && state.step && translate(sagaSteps[state.step])
  // What may speak against a row says more than that nothing else does.
  const isSaid = state?.status === 'exists' || (text === toSend[0] && doubts.length > 0)
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

/** What became of a row, in a row below it: it is more than fits into a column. */
export function Outcome({ list, row, columns }: OfRow & { columns: number }) {
  const notes = stateOf(row)?.notes ?? []
  const link = linkOf(row)
  const isChosen = useStore(list.$chosenLinks).has(row.id)
  if (notes.length === 0 && !link) return null
  return (
    <tr className="list-outcome">
      <td>
        {link && (
          <label>
            <input
              type="checkbox"
              aria-label={translate('links:choose', { name: link.name })}
              checked={isChosen}
              onChange={(event) => list.chooseLinks([row], event.target.checked)}
            />
          </label>
        )}
      </td>
      <td colSpan={columns - 1}>
        {notes.map((told) => (
          <Told key={told.message.key} told={told} />
        ))}
        {link && <ApprovalLink key={link.link.href} link={link} />}
      </td>
    </tr>
  )
}

/** What is to be looked at before a row is sent. */
function doubtsOf({ twin, namesakes, hasAccount }: Row): string[] {
  return [
    ...(twin === null ? [] : [translate('customers:twin', { number: String(twin + 1) })]),
    ...namesakes.map(({ administration, isCertain, hasLocations, isKeyless }) => {
      const parameters = { id: String(administration) }
      if (!hasLocations) return translate('customers:unfinished', parameters)
      if (isKeyless) return translate('customers:keyless', parameters)
      return translate(isCertain ? 'customers:exists' : 'customers:existsPerhaps', parameters)
    }),
    ...(hasAccount ? [translate('customers:account')] : []),
  ]
}

/** The link by which the customer of a row approves. */
function ApprovalLink({ link }: { link: CustomerLink }) {
  const { name } = link
  const { href } = link.link
  const [copying] = useState(() => createCopying(pageEnvironment(), () => href))
  const mail = linkMail(link, signedInPortal().person)
  return (
    <>
      <p className="buttons">
        <Button kind="quiet" about={name} onClick={() => void copying.copy()}>
          {translate('links:copy')}
        </Button>
        <ButtonLink text="links:mail" kind="quiet" about={name} href={mail} />
      </p>
      <Copied copying={copying} text={href} />
    </>
  )
}

/** The links of the customers, of which some are chosen. */
function Links({ list }: { list: CustomerList }) {
  const target = useRef<HTMLDivElement>(null)
  const chosen = useStore(list.$chosenLinks)
  const linked = useStore(list.$rows).filter((row) => linkOf(row))
  const links = linked.flatMap((row) => (chosen.has(row.id) ? (linkOf(row) ?? []) : []))
  useEffect(() => {
    const { portal, person } = signedInPortal()
    if (target.current) void showLinks(portal, person, target.current, links)
  }, [links])
  return (
    <>
      <label>
        <input
          type="checkbox"
          checked={links.length === linked.length}
          onChange={(event) => list.chooseLinks(linked, event.target.checked)}
        />
        {translate('links:all')}
      </label>
      <div ref={target} />
    </>
  )
}

/** The link of a row, if it has one. */
function linkOf(row: Row): CustomerLink | null {
  const state = stateOf(row)
  if (!state || !('link' in state) || state.location === null) return null
  const { administration, location, link } = state
  const { merchant_info: merchant, serial_info: company } = row.values
  const [name, shop] = [company.serial.name, company.location.name]
  return { place: { administration, location }, name, shop, email: merchant.username, link }
}

/** A list as a file. */
export function csvFile(text: string): Blob {
  return new Blob([text], { type: 'text/csv;charset=utf-8' })
}
