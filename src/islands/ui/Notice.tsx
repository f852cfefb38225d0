import successIcon from 'lucide-static/icons/circle-check.svg?raw'
import neutralIcon from 'lucide-static/icons/circle.svg?raw'
import informationIcon from 'lucide-static/icons/info.svg?raw'
import failureIcon from 'lucide-static/icons/octagon-x.svg?raw'
import warningIcon from 'lucide-static/icons/triangle-alert.svg?raw'
import type { ComponentProps, ReactNode, Ref } from 'react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { Icon } from './Icon.tsx'
import { Text } from './Text.tsx'

/** What a statement means. Each kind has its colour, and an outline of its own for who sees none. */
export type NoticeKind = 'neutral' | 'information' | 'warning' | 'failure' | 'success'

export const kindIcons: Readonly<Record<NoticeKind, string>> = {
  neutral: neutralIcon,
  information: informationIcon,
  warning: warningIcon,
  failure: failureIcon,
  success: successIcon,
}

interface Props extends ComponentProps<'div'> {
  kind: Exclude<NoticeKind, 'neutral'>
  /** What it says, unless that is more than a text. */
  text?: MessageKey
}

/** Something to know, on a ground and behind an icon that say how much it matters. */
export function Notice({ kind, text, className = '', children, ...attributes }: Props) {
  const said = text ? translate(text) : children
  return (
    <div {...attributes} className={`notice ${className}`.trim()} data-kind={kind}>
      <Icon drawing={kindIcons[kind]} />
      {typeof said === 'string' ? <p>{said}</p> : said}
    </div>
  )
}

/** A state: a dot, and a word in its colour. */
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
  /** Takes the heading, or null: it can have the focus then. */
  focus?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A part of the page on a ground of its own, under its heading. */
export function Panel({
  id,
  title,
  heading: Heading = 'h2',
  className,
  focus,
  children,
}: PanelProps) {
  return (
    <section className={className ? `panel ${className}` : 'panel'} aria-labelledby={id}>
      <Heading id={id} ref={focus} tabIndex={focus === undefined ? undefined : -1}>
        <Text message={{ key: title }} />
      </Heading>
      {children}
    </section>
  )
}

/** For the `focus` of a panel that takes the place of what had it. */
export const takeFocus = (heading: HTMLElement | null) => heading?.focus()
