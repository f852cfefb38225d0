import { run, type Runnable } from '../../programs/program.ts'
import type { Count } from '../counts.ts'

type Check = readonly [name: string, runnable: Runnable, parameters: readonly string[]]

/** Everything that judges the code without running it. */
const CHECKS: readonly Check[] = [
  ['types', 'astro', ['check']],
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['format', 'prettier', ['--check', '.']],
  ['dead code and unused dependencies', 'knip', []],
]

/** Runs the checks, two at a time, and prints what each that fails has to say. */
export async function check(): Promise<Count> {
  const waiting = [...CHECKS]
  const failures: string[] = []
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, runnable, parameters] = next
      const { code, output } = await run(runnable, parameters, { show: 'afterwards' })
      if (code !== 0) failures.push(name)
      console.log(code === 0 ? `✓ ${name}` : `✗ ${name}\n${output}`)
    }
  }
  await Promise.all([work(), work()])
  return { passed: CHECKS.length - failures.length, failures }
}

if (import.meta.main) process.exitCode = (await check()).failures.length > 0 ? 1 : 0
