import { UnavailableError } from '../programs/installed.ts'
import {
  ensureActionlintInstalled,
  ensureSystemdAnalyzeInstalled,
  ensureDeployToolsInstalled,
} from '../services/deploy/tools.ts'
import {
  ensureBrotliModuleInstalled,
  ensureNginxInstalled,
  ensureOpensslInstalled,
} from '../services/nginx/start.ts'
import { runVitestTests, type TestCount } from './counts.ts'

const PREREQUISITES: Readonly<Record<string, () => unknown>> = {
  files: () => ensureDeployToolsInstalled().then(ensureActionlintInstalled),
  manifests: ensureDeployToolsInstalled,
  compose: () => [ensureOpensslInstalled(), ensureNginxInstalled()],
  systemd: ensureSystemdAnalyzeInstalled,
  nginx: ensureBrotliModuleInstalled,
}

/** Tests the deployment files with the tools on this machine. */
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
  // The command line may name test files to run.
  return {
    ...(await runVitestTests(['deploy'], parameters.length > 0 ? parameters : files)),
    notRun,
  }
}
