import successIcon from 'lucide-static/icons/circle-check.svg?raw'
import neutralIcon from 'lucide-static/icons/circle.svg?raw'
import informationIcon from 'lucide-static/icons/info.svg?raw'
import failureIcon from 'lucide-static/icons/octagon-x.svg?raw'
import warningIcon from 'lucide-static/icons/triangle-alert.svg?raw'
import type { ComponentProps, ReactNode, Ref } from 'react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { Icon } from './Icon.tsx'
import { MessageText } from './Text.tsx'

/** Severity of a notice or chip. */
export type NoticeKind = 'neutral' | 'information' | 'warning' | 'failure' | 'success'

export const kindIcons: Readonly<Record<NoticeKind, string>> = {
  neutral: neutralIcon,
  information: informationIcon,
  warning: warningIcon,
  failure: failureIcon,
  success: successIcon,
}

interface NoticeProps extends ComponentProps<'div'> {
  kind: Exclude<NoticeKind, 'neutral'>
  text?: MessageKey
}

export function Notice({ kind, text, className = '', children, ...attributes }: NoticeProps) {
  const content = text ? translate(text) : children
  return (
    <div {...attributes} className={`notice ${className}`.trim()} data-kind={kind}>
      <Icon drawing={kindIcons[kind]} />
      {typeof content === 'string' ? <p>{content}</p> : content}
    </div>
  )
}

export function Chip({ kind, children }: { kind: NoticeKind; children: string }) {
  return (
    <span className="chip" data-kind={kind}>
      {children}
    </span>
  )
}

interface PanelProps {
  id: string
  title: MessageKey
  heading?: 'h2' | 'h3'
  className?: string
  /** Ref of the heading, which also makes the heading focusable. */
  focus?: Ref<HTMLHeadingElement>
  children: ReactNode
}

export function Panel({ heading: Heading = 'h2', ...props }: PanelProps) {
  const { id, title, className, focus, children } = props
  return (
    <section className={className ? `panel ${className}` : 'panel'} aria-labelledby={id}>
      <Heading id={id} ref={focus} tabIndex={focus === undefined ? undefined : -1}>
        <MessageText message={{ key: title }} />
      </Heading>
      {children}
    </section>
  )
}

/** Focuses a new heading after the focused element was removed. */
export const focusHeading = (heading: HTMLElement | null) => heading?.focus()
