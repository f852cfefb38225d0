import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { PROJECT } from '../../tools/programs/program.ts'

/**
 * Runs `npm run verify`: its exit code, the lines that tell what differs, and the last one.
 *
 * @param certificate a file with one that is trusted as well
 */
export async function verify(origin: string, certificate = '') {
  const child = spawn(process.execPath, ['tools/operate/verify.ts', origin], {
    cwd: PROJECT,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
  })
  const [output, [code]] = await Promise.all([
    text(child.stdout),
    once(child, 'close') as Promise<[number]>,
  ])
  const isBad = (line: string) => line.startsWith('✗') || line.startsWith('    ')
  return { code, bad: output.split('\n').filter(isBad), last: output.trim().split('\n').at(-1) }
}
