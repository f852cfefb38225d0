import { Icon } from './Icon.tsx'
import { kindIcons, type Kind } from './kinds.ts'

/** A state in a word, with the icon of what it means. */
export function Chip({ kind, children }: { kind: Kind; children: string }) {
  return (
    <span className="chip" data-kind={kind}>
      <Icon drawing={kindIcons[kind]} />
      <span>{children}</span>
    </span>
  )
}
