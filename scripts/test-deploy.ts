import { provideTools } from '../real/deploy/tools.ts'
import { provideOpenssl } from '../real/nginx/certificate.ts'
import { Unavailable } from '../real/unavailable.ts'
import { vitestTests } from './vitest-tests.ts'

/** Those that need nothing but npm. */
const WITHOUT_TOOLS = ['real/deploy/image']

const given = process.argv.slice(2)

/** Whether the tools are there; a line says why where they are not. */
async function hasTools(): Promise<boolean> {
  try {
    await provideTools()
    provideOpenssl()
    return true
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    console.log(`Linters and schemas of what operators get: not run, ${error.message}`)
    return false
  }
}

const { passed, failed } = await vitestTests('deploy', (await hasTools()) ? given : WITHOUT_TOOLS)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
