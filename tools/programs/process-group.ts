import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const OUTPUT_KEPT = 4000
const POLL_MILLISECONDS = 50

/**
 * Runs a program in a group that ends with this process.
 *
 * @param options `patience`: milliseconds that a stop may take. `folder`: folder to delete after a
 * stop
 */
export function startProcessGroup(
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
  { patience = 10_000, folder }: { patience?: number; folder?: string } = {},
) {
  const child = spawn(program, parameters, {
    detached: true,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_KEPT)
    })
  }
  let isOver = false
  const signal = (name: NodeJS.Signals) => {
    if (child.pid !== undefined && !isOver) process.kill(-child.pid, name)
  }
  const atExit = () => signal('SIGKILL')
  process.once('exit', atExit)
  // A program that cannot start counts as ended.
  const ended = once(child, 'close')
    .catch((error: unknown) => {
      output += String(error)
    })
    .then(() => {
      isOver = true
      process.off('exit', atExit)
    })
  async function stop(): Promise<void> {
    signal('SIGTERM')
    const killing = setTimeout(() => signal('SIGKILL'), patience)
    await ended
    clearTimeout(killing)
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
  return {
    /** Process id, or 0 if the program could not start. */
    pid: child.pid ?? 0,
    /** Returns the last 4000 characters of the program's output. */
    output: () => output,
    /** Polls for a truthy result, or stops the program and throws. */
    until: async <Result>(poll: () => Result, milliseconds: number) => {
      const limit = AbortSignal.timeout(milliseconds)
      while (!isOver && !limit.aborted) {
        const result = await poll()
        if (result) return result
        await pause(POLL_MILLISECONDS)
      }
      await stop()
      throw new Error(`${program} did not start:\n${output}`)
    },
    stop,
  }
}

export const isReady = (address: string) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
