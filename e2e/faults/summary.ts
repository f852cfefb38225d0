import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { calls, cells, mergedCells, unmade } from './cells.ts'

/** Adds up what the cells note, and prints it in the end. */
export default class Summary implements Reporter {
  readonly #sums = new Map<string, number>()
  #run = 0

  onTestEnd(_: TestCase, { annotations }: TestResult): void {
    // What else is broken here on purpose notes nothing.
    this.#run += annotations.length > 0 ? 1 : 0
    for (const { type, description } of annotations) {
      this.#sums.set(type, (this.#sums.get(type) ?? 0) + Number(description))
    }
  }

  onEnd(): void {
    const sum = (type: string) => this.#sums.get(type) ?? 0
    console.log(
      [
        '',
        `calls of screens: ${calls}; of no screen: ${Object.keys(unmade).length}`,
        `cells run: ${this.#run} of ${cells.length}`,
        `merged with one of them: ${mergedCells.length}`,
        `texts checked: ${sum('texts')}`,
        `duplicates: ${sum('duplicates')}`,
        `lost inputs: ${sum('lost inputs')}`,
      ].join('\n'),
    )
  }

  printsToStdio(): boolean {
    return false
  }
}
