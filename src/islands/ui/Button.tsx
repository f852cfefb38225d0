import type { ComponentProps, ReactNode } from 'react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { TextAndSubject } from './Text.tsx'

interface Looks {
  text?: MessageKey
  kind?: 'main' | 'secondary' | 'quiet' | undefined
  /** Subject of the button, which screen readers read after the label. */
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
  /** Reports its own failures, so the result is ignored. */
  onClick?: () => unknown
  /** Id of the element to focus when the button disappears. */
  focuses?: string
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
