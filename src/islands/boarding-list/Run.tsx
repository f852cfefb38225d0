import { useStore } from '@nanostores/react'
import { useState, type MouseEvent } from 'react'
import { resultCsv, type RowResult } from '../../lib/domain/customer-list.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import { mailAddress } from '../../lib/mail-address.ts'
import type { CustomerList } from '../../stores/boarding/list/list.ts'
import { stateOf, type Row, type RowState } from '../../stores/boarding/list/rows.ts'
import { sagaSteps } from '../../stores/boarding/memory.ts'
import { createCopying } from '../../stores/form/copying.ts'
import type { Content } from '../../stores/shell/dialogs.ts'
import { pageEnvironment, signedInPortal } from '../../stores/shell/portal.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Copied } from '../ui/Copied.tsx'
import { Chip, Notice, type Kind } from '../ui/Notice.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Reason, Reference } from '../ui/Reason.tsx'
import { countText, Sentences } from '../ui/Text.tsx'

const headingId = 'run'

/** What a list that nothing was made of would do. */
const plans = {
  makes: 'customers:makes',
  none: 'customers:makesNone',
  skipped: 'customers:makesSkipped',
} as const

/** Boards the customers of the list: what will be made, how far that is, and what is asked. */
export function Run({ list }: { list: CustomerList }) {
  const { run } = list
  const state = useStore(run.$run)
  const isLooked = useStore(list.$isLooked)
  const progress = useStore(run.$progress)
  const { left, wrong, planless, linked, total, through, asking, failed } = progress
  const { alike, isOver, remaining } = progress
  const provider = signedInPortal().portal.configuration.provider.name
  const isRunning = state.status === 'running'
  const isBegun = total > 0
  const plan = left > 0 ? 'makes' : wrong + planless > 0 ? 'none' : 'skipped'
  const minutes = remaining === null ? null : Math.ceil(remaining / 60_000)
  const clock = new Intl.DateTimeFormat(pageLocale(), { timeStyle: 'short' })

  return (
    <Panel id={headingId} title="customers:board" focus={null}>
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
                translate('customers:through', { through: String(through), total: String(total) }),
                failed > 0 && countText(failed, 'customers:failedOne', 'customers:failedMany'),
                asking > 0 && countText(asking, 'customers:askingOne', 'customers:asking'),
                minutes !== null && countText(minutes, 'customers:minute', 'customers:minutes'),
              ]}
            />
          </p>
        </>
      )}
      <p role="status">
        <Sentences
          of={[
            isOver && translate('customers:finished'),
            isOver && failed > 0 && translate('customers:toDoFailed'),
            isOver && left === 0 && translate('customers:sendLinks'),
            state.status === 'paused' && !state.reason && translate('customers:paused'),
            isRunning &&
              state.until !== undefined &&
              translate('customers:waitsUntil', { time: clock.format(state.until) }),
            asking > 0 && translate('customers:toDoAsking'),
          ]}
        />
      </p>
      {'reason' in state && state.reason && (
        <Notice kind="failure" role="alert">
          <p>
            {translate(state.status === 'refused' ? 'customers:refused' : 'customers:troubled')}
          </p>
          <Told told={state.reason} />
        </Notice>
      )}
      {!isBegun && isLooked && <p>{translate(plans[plan])}</p>}
      {!isBegun && isLooked && alike > 0 && (
        <Notice kind="warning">
          {translate('customers:alike', { count: String(alike), provider })}
        </Notice>
      )}
      <p className="buttons">
        {isRunning && <Button text="customers:pause" focuses={headingId} onClick={run.pause} />}
        {!isRunning && isLooked && left > 0 && (
          <Button kind="main" focuses={headingId} onClick={() => void list.board()}>
            {isBegun
              ? translate('customers:goOn')
              : countText(left, 'customers:makeOne', 'customers:make')}
          </Button>
        )}
        {(isBegun || linked > 0) && (
          <ButtonLink
            text="customers:download"
            href={`#${headingId}`}
            download={translate('customers:resultFile')}
            onClick={(event) => offer(event, list)}
          />
        )}
      </p>
      <Questions list={list} />
    </Panel>
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

/** How far a row is, and what became of it. */
export function Outcome({ state, row }: { state: RowState; row: Row }) {
  const [text, kind] = stateTexts[state.status]
  const step = state.status === 'busy' && state.step && translate(sagaSteps[state.step])
  const link = 'link' in state && state.link
  return (
    <>
      {/* Of one that exists its doubts say more. */}
      {state.status !== 'exists' && (
        <Chip kind={kind}>{translate(text) + (step ? `: ${step}` : '')}</Chip>
      )}
      {state.notes.map((told) => (
        <Told key={told.message.key} told={told} />
      ))}
      {link && <ApprovalLink key={link.href} row={row} link={link} />}
    </>
  )
}

/** The link by which the customer of a row approves. */
function ApprovalLink({ row, link: { href } }: { row: Row; link: URL }) {
  const [copying] = useState(() => createCopying(pageEnvironment(), () => href))
  const { merchant_info: merchant, serial_info: company } = row.values
  const { name } = company.serial
  const names = { name, person: signedInPortal().person.name }
  const mail = mailAddress({
    to: merchant.username,
    subject: translate('customers:mailSubject', names),
    body: translate('customers:mailBody', { ...names, link: href }),
  })
  return (
    <>
      <p className="buttons">
        <Button kind="quiet" about={name} onClick={() => void copying.copy()}>
          {translate('customers:copyLink')}
        </Button>
        <ButtonLink text="customers:mailLink" kind="quiet" about={name} href={mail} />
      </p>
      <Copied copying={copying} text={href} />
    </>
  )
}

/** A list as a file. */
export function csvFile(text: string): Blob {
  return new Blob([text], { type: 'text/csv;charset=utf-8' })
}
