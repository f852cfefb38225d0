import { runProgram, type RunnableScript } from '../../programs/program.ts'
import type { TestCount } from '../counts.ts'

type Check = readonly [name: string, runnable: RunnableScript, parameters: readonly string[]]

const CHECKS: readonly Check[] = [
  ['types', 'astro', ['check']],
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['format', 'prettier', ['--check', '.']],
  ['dead code and unused dependencies', 'knip', []],
]

/** Runs the checks, two at a time. */
export async function runChecks(): Promise<TestCount> {
  const queue = [...CHECKS]
  const failures: string[] = []
  const outputs: string[] = []
  async function worker(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [name, runnable, parameters] = next
      const { code, output } = await runProgram(runnable, parameters, { show: 'afterwards' })
      if (code === 0) continue
      failures.push(name)
      outputs.push(`✗ ${name}\n${output}`)
    }
  }
  await Promise.all([worker(), worker()])
  return { passed: CHECKS.length - failures.length, failures, output: outputs.join('\n') }
}

if (import.meta.main) {
  const { passed, failures, output } = await runChecks()
  console.log(`${output}${passed} passed, ${failures.length} failed`)
  process.exitCode = failures.length > 0 ? 1 : 0
}
