import { Unavailable } from '../programs/unavailable.ts'
import {
  provideActionlint,
  providePromtool,
  provideSystemdAnalyze,
  provideTools,
} from '../services/deploy/tools.ts'
import { provideBrotliModule } from '../services/nginx/brotli-module.ts'
import { provideOpenssl } from '../services/nginx/certificate.ts'
import type { Count } from './counts.ts'
import { vitestTests } from './vitest-tests.ts'

/** What is judged by tools that are fetched first. */
const JUDGED = [
  { of: ['files', 'manifests', 'metrics'], provide: provideTools },
  { of: ['compose'], provide: provideOpenssl },
  { of: ['workflows'], provide: () => provideTools().then(provideActionlint) },
  { of: ['alerts'], provide: providePromtool },
  { of: ['process'], provide: provideSystemdAnalyze },
  { of: ['nginx'], provide: provideBrotliModule },
]

/** Those of `*.deploy.test.ts` that cannot be judged here, and why. */
async function leftOut(): Promise<{ left: string[]; notRun: string[] }> {
  const left: string[] = []
  const notRun: string[] = []
  for (const { of, provide } of JUDGED) {
    try {
      await provide()
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      notRun.push(`what operators get, ${of.join(' and ')}, ${error.message}`)
      left.push(...of)
    }
  }
  return { left, notRun }
}

/** Judges what operators get, with the tools that can be had. */
export async function deployTests(parameters: readonly string[]): Promise<Count> {
  const { left, notRun } = await leftOut()
  const excluded = left.map((name) => `--exclude=**/${name}.deploy.test.ts`)
  return { ...(await vitestTests('deploy', [...parameters, ...excluded])), notRun }
}
