import type { ComponentProps } from 'react'
import { TextAbout } from './Text.tsx'

interface Props extends ComponentProps<'button'> {
  /** One on a screen is the main one, which leads on. */
  kind?: 'main' | 'secondary' | 'quiet'
  /** Tells it from others of the same text, for who does not see where it stands. */
  about?: string | undefined
  /** Id of what takes the focus first: of a button that goes, it would go to the top of the page. */
  focuses?: string
}

/** A button that does something on this page. */
export function Button(props: Props) {
  const { kind = 'secondary', about, focuses, onClick, children, ...attributes } = props
  return (
    <button
      className="button"
      data-kind={kind === 'main' ? undefined : kind}
      type="button"
      onClick={(event) => {
        if (focuses) document.getElementById(focuses)?.focus()
        onClick?.(event)
      }}
      {...attributes}
    >
      {about === undefined ? children : <TextAbout about={about}>{children}</TextAbout>}
    </button>
  )
}
