import {
  provideActionlint,
  providePromtool,
  provideSystemdAnalyze,
  provideTools,
} from '../real/deploy/tools.ts'
import { provideOpenssl } from '../real/nginx/certificate.ts'
import { Unavailable } from '../real/unavailable.ts'
import { vitestTests } from './vitest-tests.ts'

/** What is judged by tools that are fetched first; the image needs nothing but npm. */
const JUDGED = [
  { of: ['files', 'manifests'], provide: provideTools },
  { of: ['compose'], provide: () => provideTools().then(provideOpenssl) },
  { of: ['workflows'], provide: () => provideTools().then(provideActionlint) },
  { of: ['alerts'], provide: providePromtool },
  { of: ['process'], provide: provideSystemdAnalyze },
]

/** Those of `real/deploy` that cannot be judged here; a line says why. */
async function leftOut(): Promise<string[]> {
  const left: string[] = []
  for (const { of, provide } of JUDGED) {
    try {
      await provide()
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      console.log(`What operators get, ${of.join(' and ')}: not run, ${error.message}`)
      left.push(...of)
    }
  }
  return left
}

const given = process.argv.slice(2)
const left = (await leftOut()).map((name) => `--exclude=real/deploy/${name}.deploy.test.ts`)
const { passed, failed } = await vitestTests('deploy', [...given, ...left])
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0
