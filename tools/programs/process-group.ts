import { spawn } from 'node:child_process'
import { once } from 'node:events'

const OUTPUT_KEPT = 4000

export interface ProcessGroup {
  /** Of the program; 0 where it could not be run. */
  pid: number
  /** The end of what it printed. */
  output: () => string
  hasEnded: () => boolean
  /** Asks all of it to end, and insists after `patience` milliseconds. */
  stop: () => Promise<void>
}

/**
 * Runs a program in a process group of its own, so that what it starts ends with it, and at the
 * latest when this process does.
 */
export function runGroup(
  program: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
  patience = 10_000,
): ProcessGroup {
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
  return {
    pid: child.pid ?? 0,
    output: () => output,
    hasEnded: () => isOver,
    stop: async () => {
      signal('SIGTERM')
      const insisting = setTimeout(() => signal('SIGKILL'), patience)
      await ended
      clearTimeout(insisting)
    },
  }
}
