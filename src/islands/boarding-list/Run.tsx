import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { isReady, type Row } from '../../lib/domain/customer-list/row.ts'
import { resultCsv, type RowResult } from '../../lib/domain/customer-list/written-lists.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { CustomerList } from '../../stores/boarding/list/list.ts'
import type { RowState } from '../../stores/boarding/list/run.ts'
import { countText } from '../form/count-text.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { stateTexts, Told } from './Outcome.tsx'
import { csvFile } from './TakeIn.tsx'
import './run.css'

const isMade = (state: RowState | undefined) => ['awaiting', 'done'].includes(state?.status ?? '')

/** Boards the customers of the list: what will be made, how far that is, and what is asked. */
export function Run({ list }: { list: CustomerList }) {
  const { run } = list
  const state = useStore(run.$run)
  const states = useStore(run.$rows)
  const rows = useStore(list.$rows)
  const { total, through, asking, remaining } = useStore(run.$progress)
  const isRunning = state.status === 'running'
  const left = rows.filter((row) => isReady(row) && !isMade(states[row.id])).length
  const isBegun = Object.keys(states).length > 0
  const minutes = remaining === null ? null : Math.ceil(remaining / 60_000)
  const clock = new Intl.DateTimeFormat(pageLocale(), { timeStyle: 'short' })

  return (
    <section className="panel run" aria-label={translate('customers:progress')}>
      {isBegun && (
        <>
          <progress
            aria-label={translate('customers:progress')}
            max={total}
            value={Math.min(through, total)}
          />
          <p>
            {translate('customers:through', { through: String(through), total: String(total) })}{' '}
            {minutes !== null && countText(minutes, 'customers:minute', 'customers:minutes')}{' '}
            {isRunning &&
              state.until !== undefined &&
              translate('customers:waitsUntil', { time: clock.format(state.until) })}
          </p>
        </>
      )}
      <p role="status">
        {state.status === 'finished' && translate('customers:finished')}
        {state.status === 'paused' && !state.reason && translate('customers:paused')}
        {asking > 0 && ` ${countText(asking, 'customers:askingOne', 'customers:asking')}`}
      </p>
      {'reason' in state && (
        <Notice kind="failure" role="alert">
          <p>
            {translate(state.status === 'refused' ? 'customers:refused' : 'customers:troubled')}
          </p>
          <Told told={state.reason} />
        </Notice>
      )}
      {!isRunning && left > 0 && <p>{translate('customers:makes')}</p>}
      <p className="buttons">
        {isRunning && <Button onClick={run.pause}>{translate('customers:pause')}</Button>}
        {!isRunning && left > 0 && (
          <Button kind="main" onClick={() => void run.start()}>
            {isBegun
              ? translate('customers:goOn')
              : countText(left, 'customers:makeOne', 'customers:make')}
          </Button>
        )}
        {isBegun && (
          <a
            className="button"
            data-kind="secondary"
            href="#customers-read"
            download={translate('customers:resultFile')}
            onClick={(event) => offer(event, rows, states, list.isPolaris)}
          >
            {translate('customers:download')}
          </a>
        )}
      </p>
      <Questions list={list} />
    </section>
  )
}

/** Gives the link its file at the press: 2,000 rows are not written at each step of one of them. */
function offer(
  { currentTarget: link }: MouseEvent<HTMLAnchorElement>,
  rows: readonly Row[],
  states: Readonly<Record<number, RowState>>,
  isPolaris: boolean,
): void {
  const headings = {
    state: translate('customers:state'),
    administration: translate('customers:administrationId'),
    location: translate('customers:locationId'),
    key: translate('customers:keyId'),
    toDo: translate('customers:toDo'),
    link: translate('customers:link'),
  }
  const results = rows.map((row) => resultOf(row, states[row.id]))
  const text = resultCsv(results, headings, pageLocale(), isPolaris)
  URL.revokeObjectURL(link.href)
  link.href = URL.createObjectURL(csvFile(text))
}

const toDos = {
  failed: 'customers:toDoFailed',
  awaiting: 'customers:toDoAwaiting',
  asking: 'customers:toDoAsking',
  waiting: 'customers:toDoWaiting',
} as const

function resultOf(row: Row, state: RowState | undefined): RowResult {
  if (!state) return { row, state: '', toDo: '' }
  const told = [...(state.status === 'failed' ? [state.told] : []), ...state.notes]
  const texts = told
    .flatMap(({ message, detail }) => [message, detail])
    .flatMap((each) => (each ? [translate(each.key, each.parameters)] : []))
  const toDo = state.status in toDos && toDos[state.status as keyof typeof toDos]
  const place = 'place' in state ? state.place : undefined
  return {
    row,
    state: translate(stateTexts[state.status][0]),
    administration: state.status === 'exists' ? state.administration : place?.administration,
    location: place?.location,
    key: 'key' in state ? state.key : undefined,
    toDo: [...texts, ...(toDo ? [translate(toDo)] : [])].join(' '),
    link: 'link' in state ? state.link : undefined,
  }
}

/** What rows ask, each kind once with its first row: one by one, or alike for all of a kind. */
function Questions({ list }: { list: CustomerList }) {
  const { run } = list
  const states = useStore(run.$rows)
  const asking = list.$rows.get().flatMap((row) => {
    const state = states[row.id]
    return state?.status === 'asking' ? [{ row, question: state.question }] : []
  })
  const kinds = Map.groupBy(asking, ({ question }) => run.kindOf(question))
  if (kinds.size === 0) return null
  return (
    <>
      <h2 id="list-questions" tabIndex={-1}>
        {translate('customers:questions')}
      </h2>
      {[...kinds].map(([kind, [first, ...others]]) => {
        if (!first) return null
        const { row, question } = first
        const { name } = row.values.serial_info.serial
        const count = String(others.length + 1)
        const about = translate('customers:ofCustomer', { number: String(row.id + 1), name })
        const answer = (agreed: boolean, isAlike: boolean) => () =>
          run.answer(row.id, agreed, isAlike)
        return (
          <Notice key={kind} kind="warning" role="group" aria-label={about}>
            <p>
              <strong>{about}</strong>
            </p>
            <Told told={question} />
            <p className="buttons">
              <Button about={about} focuses="list-questions" onClick={answer(true, false)}>
                {translate('shell:confirm')}
              </Button>
              <Button about={about} focuses="list-questions" onClick={answer(false, false)}>
                {translate('shell:cancel')}
              </Button>
              {others.length > 0 && (
                <>
                  <Button focuses="customers-read" onClick={answer(true, true)}>
                    {translate('customers:confirmAll', { count })}
                  </Button>
                  <Button focuses="customers-read" onClick={answer(false, true)}>
                    {translate('customers:cancelAll', { count })}
                  </Button>
                </>
              )}
            </p>
          </Notice>
        )
      })}
    </>
  )
}
