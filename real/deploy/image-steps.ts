import { spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, delimiter, join, posix } from 'node:path'
import { PROJECT } from '../../scripts/program.ts'
import { instructionsOf } from './dockerfile.ts'
import type { Dockerfile } from './dockerfile.ts'

/** What a step has to say where it fails. */
const LINES_TOLD = 20

/** The committed files, as a build gets them: without what `.dockerignore` names. */
async function provideContext(folder: string): Promise<void> {
  await mkdir(folder)
  const archive = spawnSync('git', ['archive', 'HEAD'], { cwd: PROJECT, maxBuffer: 2 ** 28 })
  const unpacked = spawnSync('tar', ['x', '-C', folder], { input: archive.stdout })
  if (archive.status !== 0 || unpacked.status !== 0) {
    throw new Error(`${archive.stderr.toString()}${unpacked.stderr.toString()}`)
  }
  const ignored = (await readFile(join(folder, '.dockerignore'), 'utf8')).split('\n')
  for (const name of ignored.filter((line) => /^[^#]/.test(line))) {
    await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Without this project's own programs, which no image has. */
function ordinaryPath(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !folder.includes('node_modules')).join(delimiter)
}

function run(command: string, cwd: string, environment: Readonly<Record<string, string>>): void {
  const { HOME = '/' } = process.env
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    env: { ...environment, HOME, PATH: ordinaryPath() },
    encoding: 'utf8',
  })
  if (status === 0) return
  const told = `${stdout}${stderr}`.trimEnd().split('\n').slice(-LINES_TOLD).join('\n')
  throw new Error(`RUN ${command}: ended with ${String(status)}\n${told}`)
}

/** A stage whose instructions were carried out below `root`, as far as they could be. */
export interface Played {
  root: string
  workdir: string
  /** What ENV says. */
  environment: Readonly<Record<string, string>>
  /** Commands that change what the base image has, which is not there: they were left out. */
  left: readonly string[]
}

const namesAbsolutePath = (command: string) => /(^|\s)\//.test(command)

/** A folder is copied with what it holds, a file as it is. */
async function copyInto(target: string, source: string): Promise<void> {
  const isFolder = (await stat(source)).isDirectory()
  const isInto = !isFolder && /(^|\/)\.?$/.test(target)
  await cp(source, isInto ? join(target, basename(source)) : target, { recursive: true })
}

/**
 * Carries out Dockerfiles without a container engine, each stage in a folder of its own below
 * `folder`, which stands for its file system: every `COPY`, and each `RUN` that names only what is
 * relative to its `WORKDIR`. There is no base image: commands are those of this machine. What comes
 * back plays a stage, with those that it takes something of; it rejects with the end of what a step
 * said that failed.
 */
export function imageSteps(file: Dockerfile, folder: string): (name: string) => Promise<Played> {
  const context = join(folder, 'context')
  const provided = provideContext(context)

  async function play(name: string): Promise<Played> {
    const stage = file.stages.find((each) => each.name === name)
    if (!stage) throw new Error(`There is no stage ${name}`)
    await provided
    const root = join(folder, name)
    const environment: Record<string, string> = {}
    const left: string[] = []
    let workdir = '/'
    for (const { keyword, flags, value } of instructionsOf(file, stage)) {
      const at = join(root, workdir)
      if (keyword === 'WORKDIR') {
        workdir = posix.resolve(workdir, value)
        await mkdir(join(root, workdir), { recursive: true })
      } else if (keyword === 'COPY') {
        const from = flags.from === undefined ? context : (await play(flags.from)).root
        const sources = value.split(/\s+/)
        const target = sources.pop() ?? ''
        for (const source of sources) await copyInto(`${at}/${target}`, join(from, source))
      } else if (keyword === 'ENV') {
        for (const [, variable = '', set = ''] of value.matchAll(/(\w+)=(\S+)/g)) {
          environment[variable] = set
        }
      } else if (keyword === 'RUN') {
        if (namesAbsolutePath(value)) left.push(value)
        else run(value, at, environment)
      }
    }
    return { root, workdir, environment, left }
  }
  return play
}
