import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../tools/programs/free-port.ts'
import { isReady, startProcessGroup } from '../../tools/programs/process-group.ts'
import { PROJECT_FOLDER } from '../../tools/programs/program.ts'

/** Timeout for the start of a portal, in milliseconds. */
const START_PATIENCE = 30_000

/** Portal that runs in its own folder and process. */
export interface PortalInstance {
  url: string
  /** Restarts the portal, optionally with another build. */
  restart: (build?: string) => Promise<void>
  close: () => Promise<void>
}

/** Starts the production server with a copy of a build. */
export async function startPortalInstance(
  build: string,
  environment: Readonly<Record<string, string>>,
): Promise<PortalInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-instance-'))
  for (const part of ['package.json', 'server', 'src']) {
    await cp(join(PROJECT_FOLDER, part), join(folder, part), { recursive: true })
  }
  await symlink(join(PROJECT_FOLDER, 'node_modules'), join(folder, 'node_modules'))
  const dist = join(folder, 'dist')
  await cp(build, dist, { recursive: true })

  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const run = async () => {
    const group = startProcessGroup(process.execPath, [join(folder, 'server', 'main.ts')], {
      ...environment,
      PORT: String(port),
      HOST: '127.0.0.1',
    })
    await group.until(() => isReady(`${url}/readyz`), START_PATIENCE)
    return group
  }
  let group = await run()
  return {
    url,
    restart: async (other) => {
      await group.stop()
      if (other !== undefined) {
        await rm(dist, { recursive: true })
        await cp(other, dist, { recursive: true })
      }
      group = await run()
    },
    close: async () => {
      await group.stop()
      await rm(folder, { recursive: true })
    },
  }
}
