import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const OUTPUT_KEPT = 4000
/** How often it is asked whether it is ready, in milliseconds. */
const LOOK_AGAIN = 50

/**
 * Runs a program in a process group of its own, so that what it starts ends with it, and at the
 * latest when this process does.
 *
 * @param options for how many milliseconds it may take to `stop`; a `folder` that goes with it
 */
export function runGroup(
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
  // A program that cannot be run is one that has ended, with its reason for output.
  const ended = once(child, 'close')
    .catch((error: unknown) => {
      output += String(error)
    })
    .then(() => {
      isOver = true
      process.off('exit', atExit)
    })
  /** Asks all of it to end, and insists after a while. */
  async function stop(): Promise<void> {
    signal('SIGTERM')
    const insisting = setTimeout(() => signal('SIGKILL'), patience)
    await ended
    clearTimeout(insisting)
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
  return {
    /** Of the program; 0 where it could not be run. */
    pid: child.pid ?? 0,
    /** The end of what it printed. */
    output: () => output,
    /**
     * What `ready` gives, once that is something. Where it does not come within so many
     * milliseconds, or the program ends before, all of it is stopped, and what it printed is the error.
     */
    until: async <Result>(ready: () => Result, milliseconds: number) => {
      const limit = AbortSignal.timeout(milliseconds)
      while (!isOver && !limit.aborted) {
        const result = await ready()
        if (result) return result
        await pause(LOOK_AGAIN)
      }
      await stop()
      throw new Error(`${program} did not start:\n${output}`)
    },
    stop,
  }
}

/** Whether something answers at an address, and well: not where nobody listens yet, either. */
export const isReady = (address: string) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )
