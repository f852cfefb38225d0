/** Letters that run from right to left; those beyond U+FFFF by the first half of their pair. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufefc\ud802\ud803\ud83a\ud83b]/
/** Characters that change the direction of what follows. */
const controls = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * A text from outside, to be put into a sentence. One that runs from right to left is isolated, so that
 * the words around it stay where they are.
 */
export function isolated(text: string): string {
  const plain = text.replace(controls, '')
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain
}
