import type { ComponentProps, ReactNode } from 'react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { TextAndSubject } from './Text.tsx'

interface Looks {
  text?: MessageKey
  kind?: 'main' | 'secondary' | 'quiet' | undefined
  /** Name of the part concerned, which screen readers read after the label. */
  about?: string | undefined
  children?: ReactNode
}

function lookOf<Others>({ text, kind, about, children, ...others }: Looks & Others) {
  const label = text ? translate(text) : children
  return {
    className: 'button',
    'data-kind': kind === 'main' ? undefined : (kind ?? 'secondary'),
    ...others,
    children: about === undefined ? label : <TextAndSubject about={about}>{label}</TextAndSubject>,
  }
}

interface ButtonProps extends Looks, Omit<ComponentProps<'button'>, keyof Looks | 'onClick'> {
  /** Handler that reports its own failures, so that its result is ignored. */
  onClick?: () => unknown
  /** Id of the element to focus when the button disappears. */
  focuses?: string
}

/** Focuses an element after the focused element was removed, hidden or disabled. */
export function moveLostFocus(target: string | Element | null): void {
  const move = () => {
    if (document.activeElement !== document.body) return
    const element = typeof target === 'string' ? document.getElementById(target) : target
    if (element instanceof HTMLElement) element.focus()
  }
  // Browsers remove the focus from hidden elements after this frame's callbacks.
  requestAnimationFrame(() => setTimeout(move))
}

export function Button({ focuses, onClick, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      onClick={() => {
        if (focuses) document.getElementById(focuses)?.focus()
        onClick?.()
      }}
      {...lookOf(props)}
    />
  )
}

export function ButtonLink(props: Looks & ComponentProps<'a'>) {
  return <a {...lookOf(props)} />
}

export const PrintButton = ({ kind }: Pick<Looks, 'kind'>) => (
  <Button text="wizard:print" kind={kind} onClick={() => print()} />
)
