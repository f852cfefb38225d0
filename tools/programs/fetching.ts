import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Told what is fetched. */
export type Tell = (text: string) => void

/**
 * Runs a program to its end.
 *
 * @returns all of its output, and the code it ended with; null: it could not be run, or by a signal
 */
export async function runReading(
  program: string,
  parameters: readonly string[],
  options: { cwd?: string } = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, parameters, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const [code] = (await once(child, 'close').catch((error: unknown) => {
    output += String(error)
    return [null]
  })) as [number | null]
  return { code, output }
}
