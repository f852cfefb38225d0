import { browserTests } from './browser-tests.ts'
import { buildOnce } from './build.ts'

/** Looks at every screen in every state, on the build that is there. */
await buildOnce()
const { passed, failed } = await browserTests('screens', { parameters: process.argv.slice(2) })
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
