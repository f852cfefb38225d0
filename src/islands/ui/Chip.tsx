import type { Kind } from './kinds.ts'

/** A state: a dot, and a word in its colour. */
export function Chip({ kind, children }: { kind: Kind; children: string }) {
  return (
    <span className="chip" data-kind={kind}>
      {children}
    </span>
  )
}
