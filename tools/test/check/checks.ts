import { run, type RunnableScript } from '../../programs/program.ts'
import type { TestCount } from '../counts.ts'

type Check = readonly [name: string, runnable: RunnableScript, parameters: readonly string[]]

const CHECKS: readonly Check[] = [
  ['types', 'astro', ['check']],
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['format', 'prettier', ['--check', '.']],
  ['dead code and unused dependencies', 'knip', []],
]

/** Runs the checks, two at a time, and prints the output of each failed check. */
export async function check(): Promise<TestCount> {
  const queue = [...CHECKS]
  const failures: string[] = []
  async function worker(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, runnable, parameters] = next
      const { code, output } = await run(runnable, parameters, { show: 'afterwards' })
      if (code !== 0) failures.push(name)
      console.log(code === 0 ? `✓ ${name}` : `✗ ${name}\n${output}`)
    }
  }
  await Promise.all([worker(), worker()])
  return { passed: CHECKS.length - failures.length, failures }
}

if (import.meta.main) process.exitCode = (await check()).failures.length > 0 ? 1 : 0
