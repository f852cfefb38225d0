import { UnavailableError } from '../programs/installed.ts'
import { provideActionlint, provideSystemdAnalyze, provideTools } from '../services/deploy/tools.ts'
import { provideBrotliModule, provideNginx, provideOpenssl } from '../services/nginx/start.ts'
import { runVitestTests, type TestCount } from './counts.ts'

const PREREQUISITES: Readonly<Record<string, () => unknown>> = {
  files: () => provideTools().then(provideActionlint),
  manifests: provideTools,
  compose: () => [provideOpenssl(), provideNginx()],
  systemd: provideSystemdAnalyze,
  nginx: provideBrotliModule,
}

/** Tests the deployment files with the tools that are available on this machine. */
export async function runDeployTests(parameters: readonly string[]): Promise<TestCount> {
  const files: string[] = []
  const notRun: string[] = []
  for (const [name, provide] of Object.entries(PREREQUISITES)) {
    try {
      await provide()
      files.push(`/${name}.deploy.test.ts`)
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error
      notRun.push(`files for operators, ${name}, ${error.message}`)
    }
  }
  if (files.length === 0) return { passed: 0, failures: [], notRun }
  // The command line may name test files to run instead of all.
  return {
    ...(await runVitestTests(['deploy'], parameters.length > 0 ? parameters : files)),
    notRun,
  }
}
