import { provideTools } from '../real/deploy/tools.ts'
import { Unavailable } from '../real/unavailable.ts'
import { vitestTests } from './vitest-tests.ts'

/** Those that need nothing but npm. */
const WITHOUT_TOOLS = ['real/deploy/image']

const given = process.argv.slice(2)
const isComplete = await provideTools().then(
  () => true,
  (error: unknown) => {
    if (!(error instanceof Unavailable)) throw error
    console.log(`Linters and schemas of what operators get: not run, ${error.message}`)
    return false
  },
)
const { passed, failed } = await vitestTests('deploy', isComplete ? given : WITHOUT_TOOLS)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
