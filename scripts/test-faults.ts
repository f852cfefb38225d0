import { browserTests } from './browser-tests.ts'
import { buildOnce } from './build.ts'

/** Strikes every call of every screen with every fault, on the build that is there. */
await buildOnce()
const { passed, failed } = await browserTests('faults', {
  reporters: ['e2e/faults/summary.ts'],
  parameters: process.argv.slice(2),
})
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
