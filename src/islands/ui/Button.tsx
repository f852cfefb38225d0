import type { ComponentProps } from 'react'

interface Props extends ComponentProps<'button'> {
  /** One on a screen is the main one, which leads on. */
  kind?: 'main' | 'secondary' | 'quiet'
  /** Tells it from others of the same text, for who does not see where it stands. */
  about?: string | undefined
}

/** A button that does something on this page. */
export function Button({ kind = 'secondary', about, children, ...attributes }: Props) {
  return (
    <button
      className="button"
      data-kind={kind === 'main' ? undefined : kind}
      type="button"
      {...attributes}
    >
      {children}
      {about !== undefined && <span className="visually-hidden">: {about}</span>}
    </button>
  )
}
