import printIcon from 'lucide-static/icons/printer.svg?raw'
import { type ComponentProps, type ReactNode } from 'react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { Icon } from './Icon.tsx'
import { TextAbout } from './Text.tsx'

interface Looks {
  /** What it says, unless that is more than a text. */
  text?: MessageKey
  icon?: string
  /** One on a screen is the main one, which leads on. */
  kind?: 'main' | 'secondary' | 'quiet' | undefined
  /** Tells it from others of the same text, for who does not see where it stands. */
  about?: string | undefined
  children?: ReactNode
}

function lookOf<Others>({ text, icon, kind, about, children, ...others }: Looks & Others) {
  const said = text ? translate(text) : children
  const content = about === undefined ? said : <TextAbout about={about}>{said}</TextAbout>
  return {
    className: 'button',
    'data-kind': kind === 'main' ? undefined : (kind ?? 'secondary'),
    ...others,
    children: icon ? [<Icon key="icon" drawing={icon} />, content] : content,
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
  <Button text="wizard:print" kind={kind} icon={printIcon} onClick={() => print()} />
)
