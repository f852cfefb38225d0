import { Unavailable } from '../programs/installed.ts'
import { provideActionlint, provideSystemdAnalyze, provideTools } from '../services/deploy/tools.ts'
import { provideBrotliModule, provideNginx, provideOpenssl } from '../services/nginx/start.ts'
import { vitestTests, type Count } from './counts.ts'

/** Those of `*.deploy.test.ts`, which are judged by tools that are fetched first. */
const JUDGED: readonly { of: string; provide: () => unknown }[] = [
  { of: 'files', provide: () => provideTools().then(provideActionlint) },
  { of: 'manifests', provide: provideTools },
  { of: 'compose', provide: () => [provideOpenssl(), provideNginx()] },
  { of: 'systemd', provide: provideSystemdAnalyze },
  { of: 'nginx', provide: provideBrotliModule },
]

/** Judges what operators get, with the tools that can be had. */
export async function deployTests(parameters: readonly string[]): Promise<Count> {
  const judged: string[] = []
  const notRun: string[] = []
  for (const { of, provide } of JUDGED) {
    try {
      await provide()
      judged.push(`/${of}.deploy.test.ts`)
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      notRun.push(`what operators get, ${of}, ${error.message}`)
    }
  }
  if (judged.length === 0) return { passed: 0, failures: [], notRun }
  // Each is named by the end of its path; whoever asks for some gets those alone.
  return { ...(await vitestTests('deploy', parameters.length > 0 ? parameters : judged)), notRun }
}
