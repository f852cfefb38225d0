import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../real/free-port.ts'
import { runGroup } from '../../real/process-group.ts'
import { portalEnvironment } from '../../sandbox/portal-environment.ts'
import { PROJECT } from '../../scripts/program.ts'
import { measuredProcess } from './measured-process.ts'

const LOOK_AGAIN_MILLISECONDS = 50

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    // Nobody listens there yet.
    return false
  }
}

/**
 * Starts the production server on the build that is there, in a process of its own, which stops at
 * once unless `variables` say otherwise.
 */
export async function startPortal(
  variables: Readonly<Record<string, string>> = { PORTAL_DRAIN_SECONDS: '0' },
) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  // Nobody asks the services for anything: their addresses only stand in the policy.
  const services = portalEnvironment('http://localhost:4400')
  const environment = { ...services, PORT: String(port), ...variables }
  const group = runGroup(process.execPath, [join(PROJECT, 'server', 'main.ts')], environment)
  while (!(await isReady(url))) {
    if (group.hasEnded()) throw new Error(group.output())
    await pause(LOOK_AGAIN_MILLISECONDS)
  }
  return { ...measuredProcess(group.pid), url, close: group.stop }
}
