import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createSandboxControl, startTestSandbox } from '../../test/sandbox.ts'
import { findFreePort } from '../programs/free-port.ts'

const program = fileURLToPath(new URL('sandbox.ts', import.meta.url))

function startProgram(parameters: readonly string[], port: number) {
  const env = { ...process.env, SANDBOX_PORT: String(port), NODE_NO_WARNINGS: '1' }
  const child = spawn(process.execPath, [program, '--db', ':memory:', ...parameters], { env })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('prints its address and accounts on start and stops on Ctrl-C', async () => {
  const child = startProgram(['--administrations', '2', '--minimal-answers'], await findFreePort())
  let stdout = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  await expect.poll(() => stdout).toContain('Ctrl-C')
  expect(stdout).toContain('norights@koppelpunt.test')
  const url = /http:\/\/localhost:\d+/.exec(stdout)?.[0] ?? ''
  const control = createSandboxControl(url)
  expect(await control.rows('administrations')).toHaveLength(9)
  await control.reset()
  expect(await control.settings()).toMatchObject({ minimalAnswers: true })
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('prints one line if the sandbox cannot start', async () => {
  const { url, close } = await startTestSandbox()
  onTestFinished(close)
  const [taken, free] = [Number(new URL(url).port), await findFreePort()]
  const broken = `${program} is not a database; \`npm start -- --reset\` makes a new one`
  for (const [parameters, port, message] of [
    [['--colour'], free, "Unknown option '--colour'"],
    [[`--db=${program}`], free, broken],
    [[], taken, `Port ${taken} is in use`],
  ] as const) {
    const child = startProgram(parameters, port)
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(child.exitCode).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  }
})
