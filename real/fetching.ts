import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Told what is fetched, and how far that is. */
export type Tell = (text: string) => void

/** Tells how much there is, in a line for each tenth that is reached. */
export function everyTenth(tell: Tell, unit: string): (done: number, total: number) => void {
  let told = 0
  return (done, total) => {
    const tenth = Math.floor((10 * done) / total)
    if (tenth <= told) return
    told = tenth
    tell(`  ${done} of ${total} ${unit}`)
  }
}

/**
 * Runs a program to its end, and gives what it prints to `read` as it comes.
 *
 * @returns all of its output, and the code it ended with; null: it could not be run, or by a signal
 */
export async function runReading(
  program: string,
  parameters: readonly string[],
  options: { cwd?: string; read?: (text: string) => void } = {},
): Promise<{ code: number | null; output: string }> {
  const { cwd, read } = options
  const child = spawn(program, parameters, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      read?.(text)
    })
  }
  const [code] = (await once(child, 'close').catch((error: unknown) => {
    output += String(error)
    return [null]
  })) as [number | null]
  return { code, output }
}
