import type { ComponentProps } from 'react'
import { Icon } from './Icon.tsx'
import { kindIcons, type Kind } from './kinds.ts'

interface Props extends ComponentProps<'div'> {
  kind: Exclude<Kind, 'neutral'>
}

/** Something to know, on a ground and behind an icon that say how much it matters. */
export function Notice({ kind, className = '', children, ...attributes }: Props) {
  return (
    <div {...attributes} className={`notice ${className}`.trim()} data-kind={kind}>
      <Icon drawing={kindIcons[kind]} />
      {typeof children === 'string' ? <p>{children}</p> : children}
    </div>
  )
}
