import { useStore } from '@nanostores/react'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { type Failure, isFailure, saidBelow, saysSignIn } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { itemsOf, type List } from '../../stores/form/list.ts'
import { pageEnvironment } from '../../stores/shell/portal.ts'
import { Button } from './Button.tsx'
import { showHelpdesk } from './helpdesk.ts'
import { Notice } from './Notice.tsx'
import { Paragraphs } from './Text.tsx'

/** Why something failed, what belongs to that, what is safe, and what to do (§8). */
export function Reason({ message, children }: { message: Message; children?: ReactNode }) {
  return (
    <>
      <Paragraphs messages={[message]} />
      {children}
      <Paragraphs messages={saidBelow(message)} />
    </>
  )
}

/** Which of several things of a kind a failure within is about, as a helpdesk is told it. */
export const FailureSubject = createContext('')

interface ReferenceProps {
  what?: Message | undefined
  message: Message | null | undefined
}

/** What a helpdesk asks for of a failure of something; nothing of any other message. */
export function Reference({ what, message }: ReferenceProps) {
  const failure = message && isFailure(message) ? message : null
  const [target, about] = [useRef<HTMLDivElement>(null), use(FailureSubject)]
  const fill = useEffectEvent(() => {
    if (!failure || !target.current) return
    showHelpdesk(pageEnvironment(), target.current, what, failure, about)
  })
  useEffect(() => fill(), [failure])
  return failure && <div className="reference" ref={target} />
}

interface RetryProps {
  what: MessageKey | Message
  detail?: Message | Failure | undefined
  /** Id of what takes the focus: the button goes. */
  focuses?: string
  onRetry: () => unknown
}

/** Something that failed, and the button that tries it again. A session that is over is no failure of it. */
export function Retry({ what, detail, focuses = 'content', onRetry }: RetryProps) {
  const message = typeof what === 'string' ? { key: what } : what
  const isOver = detail !== undefined && saysSignIn(detail)
  return (
    <Notice kind="failure" role="alert" aria-atomic={false}>
      {!isOver && <Reason message={message} />}
      {detail && <Reason message={detail} />}
      <p className="buttons">
        <Button text="shell:retry" focuses={focuses} onClick={onRetry} />
      </p>
      {!isOver && <Reference what={message} message={detail} />}
    </Notice>
  )
}

/** A step hides what follows this text until it is gone (`steps.css`). */
export function Loading({ text }: { text: MessageKey }) {
  return (
    <p className="loading" role="status">
      {translate(text)}
    </p>
  )
}

interface ListProps<Item> {
  list: List<Item>
  /** Said where it could not be fetched, beside the way to fetch it again; `{status}` is the answer's. */
  failed: MessageKey
  children?: (items: readonly Item[], isLoading: boolean) => ReactNode
}

/** A list that is there or on its way (§8), or else why it is not. What nobody has asked for yet is asked for. */
export function LoadedList<Item>({ list, failed, children }: ListProps<Item>) {
  const state = useStore(list.$list)
  const { status } = state
  useEffect(() => {
    if (status === 'idle') void list.load()
  }, [list, status])
  if (state.status !== 'failed') return children?.(itemsOf(state), status !== 'loaded')
  const { detail } = state
  const [code] = /status \d+/.exec(detail.trace.result ?? '') ?? []
  const message = { key: failed, parameters: { status: code ? ` (${code})` : '' } }
  return <Retry what={message} detail={detail} onRetry={list.load} />
}

/** Whether something was so at least once since the component is there. */
export function useEverTrue(isSo: boolean): boolean {
  const [wasSo, setWasSo] = useState(isSo)
  if (isSo && !wasSo) setWasSo(true)
  return isSo || wasSo
}
