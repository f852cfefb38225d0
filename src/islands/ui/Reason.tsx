import { createContext, use, useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { isFailure, saidBelow } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { pageEnvironment } from '../../stores/shell/portal.ts'
import { showHelpdesk } from './helpdesk.ts'
import { Text } from './Text.tsx'

interface ReasonProps {
  message: Message
  /** What belongs to the reason. */
  children?: ReactNode
}

/** Why something failed, what is safe, and what to do (§8). */
export function Reason({ message, children }: ReasonProps) {
  return (
    <>
      <p>
        <Text message={message} />
      </p>
      {children}
      <Below message={message} />
    </>
  )
}

/** What is safe after a failure, and what to do. */
export function Below({ message }: { message: Message }) {
  return saidBelow(message).map((said) => (
    <p key={said.key}>
      <Text message={said} />
    </p>
  ))
}

/** Which of several things of a kind a failure within is about, as a helpdesk is told it. */
export const About = createContext('')

interface ReferenceProps {
  /** What failed. */
  what?: Message | undefined
  message: Message | null | undefined
}

/** What a helpdesk asks for of a failure; nothing of any other message. */
export function Reference({ what, message }: ReferenceProps) {
  const failure = message && isFailure(message) ? message : null
  const [target, about] = [useRef<HTMLDivElement>(null), use(About)]
  const fill = useEffectEvent(() => {
    if (!failure || !target.current) return
    showHelpdesk(pageEnvironment(), target.current, what, failure, about)
  })
  useEffect(() => fill(), [failure])
  return failure && <div className="reference" ref={target} />
}
