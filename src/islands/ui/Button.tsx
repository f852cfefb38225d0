import { type ComponentProps, type ReactNode } from 'react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { TextAbout } from './Text.tsx'

interface Looks {
  /** What it says, unless that is more than a text. */
  text?: MessageKey
  /** One on a screen is the main one, which leads on. */
  kind?: 'main' | 'secondary' | 'quiet' | undefined
  /** Tells it from others of the same text, for who does not see where it stands. */
  about?: string | undefined
  children?: ReactNode
}

function lookOf<Others>({ text, kind, about, children, ...others }: Looks & Others) {
  const said = text ? translate(text) : children
  return {
    className: 'button',
    'data-kind': kind === 'main' ? undefined : (kind ?? 'secondary'),
    ...others,
    children: about === undefined ? said : <TextAbout about={about}>{said}</TextAbout>,
  }
}

interface ButtonProps extends Looks, Omit<ComponentProps<'button'>, keyof Looks | 'onClick'> {
  /** What it begins is not waited for, and tells itself what fails. */
  onClick?: () => unknown
  /** Id of what takes the focus first: of a button that goes, it would go to the top of the page. */
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
