import { useStore } from '@nanostores/react'
import {
  createContext,
  Fragment,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { type Failure, isFailure, listFailureAdvice, isSignInMessage } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { getListItems, type List } from '../../stores/form/list.ts'
import { getPageEnvironment } from '../../stores/shell/portal.ts'
import { Button } from './Button.tsx'
import { copyText } from './dom.ts'
import { showHelpdesk } from './helpdesk.ts'
import { Notice } from './Notice.tsx'
import { Paragraphs } from './Text.tsx'

/** Shows a failure's reason, then `children`, then the advice (§8). */
export function FailureText({ message, children }: { message: Message; children?: ReactNode }) {
  return (
    <>
      <Paragraphs messages={[message]} />
      {children}
      <Paragraphs messages={listFailureAdvice(message)} />
    </>
  )
}

/** Name of the part that failed, shown in helpdesk details. */
export const FailureSubject = createContext('')

interface ReferenceProps {
  what?: Message | undefined
  message: Message | null | undefined
}

/** Helpdesk details of a failure, or nothing for other messages. */
export function FailureReference({ what, message }: ReferenceProps) {
  const failure = message && isFailure(message) ? message : null
  const target = useRef<HTMLDivElement>(null)
  const about = use(FailureSubject)
  const fill = useEffectEvent(() => {
    if (!failure || !target.current) return
    showHelpdesk(getPageEnvironment(), target.current, what, failure, about)
  })
  useEffect(() => fill(), [failure])
  return failure && <div className="reference" ref={target} />
}

interface RetryProps {
  what: MessageKey | Message
  detail?: Message | Failure | undefined
  focuses?: string
  onRetry: () => unknown
}

/** Failure notice with a retry button. */
export function Retry({ what, detail, focuses = 'content', onRetry }: RetryProps) {
  const message = typeof what === 'string' ? { key: what } : what
  const isOver = detail !== undefined && isSignInMessage(detail)
  return (
    <Notice kind="failure" role="alert" aria-atomic={false}>
      {!isOver && <FailureText message={message} />}
      {detail && <FailureText message={detail} />}
      <p className="buttons">
        <Button text="shell:retry" focuses={focuses} onClick={onRetry} />
      </p>
      {!isOver && <FailureReference what={message} message={detail} />}
    </Notice>
  )
}

/** Loading message, which hides all content below it in a step (`steps.css`). */
export function Loading({ text }: { text: MessageKey }) {
  return (
    <p className="loading" role="status">
      {translate(text)}
    </p>
  )
}

interface ListProps<Item> {
  list: List<Item>
  /** Message after a failed load (`{status}` is the HTTP status). */
  failed: MessageKey
  children?: (items: readonly Item[], isLoading: boolean) => ReactNode
}

/** Loads a list on first render and offers retries (§8). */
export function LoadedList<Item>({ list, failed, children }: ListProps<Item>) {
  const state = useStore(list.$list)
  const { status } = state
  useEffect(() => {
    if (status === 'idle') void list.load()
  }, [list, status])
  if (state.status !== 'failed') return children?.(getListItems(state), status !== 'loaded')
  const { detail } = state
  const [code] = /status \d+/.exec(detail.trace.result ?? '') ?? []
  const message = { key: failed, parameters: { status: code ? ` (${code})` : '' } }
  return <Retry what={message} detail={detail} onRetry={list.load} />
}

export function useHasBeenTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return isTrue || wasTrue
}

/** Returns a function that copies the text, and elements with the result. */
export function useCopying(text: string) {
  const status = useRef<HTMLParagraphElement>(null)
  const byHand = useRef<HTMLPreElement>(null)
  return {
    copy: () =>
      status.current && byHand.current
        ? copyText(getPageEnvironment(), text, status.current, byHand.current)
        : undefined,
    copyStatus: (
      <Fragment key={text}>
        <pre className="kept" ref={byHand} translate="no" />
        <p className="kept" role="status" ref={status} />
      </Fragment>
    ),
  }
}
