/** Letters that run from right to left; those beyond U+FFFF by the first half of their pair. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufefc\ud802\ud803\ud83a\ud83b]/
/** Characters that change the direction of what follows. */
const controls = /[\u202a-\u202e\u2066-\u2069]/g

/** A text from outside in a sentence: one that runs from right to left leaves the words around it where they are. */
export function isolated(text: string): string {
  const plain = text.replace(controls, '')
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain
}
