import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { freePort } from '../real/free-port.ts'
import { sampleEnvironment } from '../server/sample-configuration.test-data.ts'

/** Nobody, as whom a portal is run where this is root. */
const NOBODY = 65_534

/** A portal that was started as its own process; `ended` comes with its code and its errors. */
export interface PackagedPortal {
  url: string
  child: ChildProcess
  ended: Promise<{ code: number | null; errors: string }>
  /** Resolves with whether it has begun to serve, rather than ended. */
  serves: () => Promise<boolean>
}

/**
 * Starts what `npm run package` has put into `folder`, in a process that may read that folder and
 * nothing else, and write nothing: as nobody where this is root, with Node's own permissions too.
 *
 * @param folder readable for everybody, with all folders above it
 * @param beside a folder for a copy of this Node, which others may not reach where it is
 */
export async function startPackage(
  folder: string,
  beside: string,
  {
    environment = {},
    program = 'server/main.ts',
  }: {
    environment?: Readonly<Record<string, string>>
    program?: string
  } = {},
): Promise<PackagedPortal> {
  const node = join(beside, 'node')
  await copyFile(process.execPath, node)
  const port = await freePort()
  const child = spawn(node, ['--permission', `--allow-fs-read=${folder}/*`, program], {
    cwd: folder,
    env: { ...sampleEnvironment, ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  })
  const lines = createInterface(child.stdout)
  const errors = text(child.stderr)
  const closed = once(child, 'close') as Promise<[number | null]>
  const ended = closed.then(async ([code]) => ({ code, errors: await errors }))
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    ended,
    serves: () => Promise.race([once(lines, 'line').then(() => true), ended.then(() => false)]),
  }
}
