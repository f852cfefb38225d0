import type { ReactNode, Ref } from 'react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'

interface Props {
  id: string
  title: MessageKey
  heading?: 'h2' | 'h3'
  className?: string
  /** Takes the heading, or null: it can have the focus then. */
  focus?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A part of the page on a ground of its own, under its heading. */
export function Panel({ id, title, heading: Heading = 'h2', className, focus, children }: Props) {
  return (
    <section className={className ? `panel ${className}` : 'panel'} aria-labelledby={id}>
      <Heading id={id} ref={focus} tabIndex={focus === undefined ? undefined : -1}>
        {translate(title)}
      </Heading>
      {children}
    </section>
  )
}

/** For the `focus` of a panel that takes the place of what had it. */
export const takeFocus = (heading: HTMLElement | null) => heading?.focus()
