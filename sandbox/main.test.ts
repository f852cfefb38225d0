import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sandboxControl, startTestSandbox } from '../test/sandbox.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

function run(...args: string[]) {
  const environment = { ...process.env, SANDBOX_PORT: '0', NODE_NO_WARNINGS: '1' }
  return spawn(process.execPath, [main, '--db', ':memory:', ...args], { env: environment })
}

async function failure(...args: string[]) {
  const child = run(...args)
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { stderr, code: child.exitCode }
}

test('starts, names its address and accounts, and stops on Ctrl-C', async () => {
  const child = run('--administrations', '2', '--minimal-answers')
  let stdout = ''
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      if (stdout.includes('password for all: koppelpunt')) resolve()
    })
  })
  expect(stdout).toContain('norights@koppelpunt.test')
  const url = /http:\/\/localhost:\d+/.exec(stdout)?.[0] ?? ''
  const control = sandboxControl(url)
  expect(await control.rows('administrations')).toHaveLength(9)
  await control.reset()
  expect(await control.settings()).toMatchObject({ minimalAnswers: true })
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.each([
  ['--colour', "Unknown option '--colour'"],
  ['--port', "Option '--port <value>' argument missing"],
  ['--port=http', "--port must be a whole number from 0 to 65535, not 'http'"],
  ['--administrations=-1', '--administrations must be a whole number'],
  ['extra', "Unexpected argument 'extra'"],
])('%s is refused in one line', async (argument, words) => {
  const { stderr, code } = await failure(argument)
  expect(code).toBe(1)
  expect(stderr).toContain(words)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('a broken database is one line that says what to do', async () => {
  const { stderr, code } = await failure(`--db=${main}`)
  expect(code).toBe(1)
  expect(stderr).toContain(`${main} is not a database; --reset makes a new one`)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('a taken port is named', async () => {
  const sandbox = await startTestSandbox()
  const { port } = new URL(sandbox.url)
  const { stderr, code } = await failure(`--port=${port}`)
  await sandbox.close()
  expect(code).toBe(1)
  expect(stderr).toContain(`Port ${port} is taken`)
})
