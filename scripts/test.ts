import { browserTests } from './browser-tests.ts'
import { build } from './build.ts'
import { check } from './checks.ts'
import type { Count } from './checks.ts'
import { run } from './program.ts'
import { vitestTests } from './vitest-tests.ts'

async function succeeds(running: Promise<{ code: number | null }>): Promise<Count> {
  const { code } = await running
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** In this order: what is quick to say comes first, and the last three look at the build. */
const STAGES: readonly (readonly [name: string, run: () => Promise<Count>])[] = [
  ['Checks', check],
  ['Unit, store and sandbox tests', () => vitestTests('unit')],
  ['Build', () => succeeds(build())],
  ['Budgets', () => succeeds(run('scripts/budgets.ts', [], { show: 'at once' }))],
  ['Tests of the built server', () => vitestTests('built')],
  ['Browser tests', () => browserTests('portal')],
]

const total: Count = { passed: 0, failed: 0 }
const summary: string[] = []
for (const [name, stage] of STAGES) {
  console.log(`\n— ${name}`)
  const started = performance.now()
  const count = await stage().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return { passed: 0, failed: 1 }
  })
  total.passed += count.passed
  total.failed += count.failed
  const seconds = Math.round((performance.now() - started) / 1000)
  summary.push(`  ${name}: ${count.passed} passed, ${count.failed} failed, ${seconds} s`)
}

console.log(['', ...summary, ''].join('\n'))
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
