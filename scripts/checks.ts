import { run } from './program.ts'
import type { Runnable } from './program.ts'

type Check = readonly [name: string, runnable: Runnable, parameters: readonly string[]]

/** Everything that judges the code without running it. */
const CHECKS: readonly Check[] = [
  ['types', 'astro', ['check']],
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['format', 'prettier', ['--check', '.']],
  ['dead code and unused dependencies', 'knip', []],
  ['messages', 'scripts/check-messages.ts', []],
  ['packages', 'scripts/check-packages.ts', []],
  ['contract', 'scripts/contract.ts', ['--check']],
  ['references to sections', 'scripts/check-sections.ts', []],
]

export interface Count {
  passed: number
  failed: number
}

/** Runs the checks, two at a time, and prints what each that fails has to say. */
export async function check(): Promise<Count> {
  const waiting = [...CHECKS]
  const count: Count = { passed: 0, failed: 0 }

  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, runnable, parameters] = next
      const { code, output } = await run(runnable, parameters, { show: 'afterwards' })
      count[code === 0 ? 'passed' : 'failed'] += 1
      console.log(code === 0 ? `✓ ${name}` : `✗ ${name}\n${output}`)
    }
  }

  await Promise.all([work(), work()])
  return count
}

if (import.meta.main) process.exitCode = (await check()).failed > 0 ? 1 : 0
