import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Starts the server, without an environment, under a Node that says that it is `version`. */
function startUnder(version: string) {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`
  const before = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`]
  const { PATH = '' } = process.env
  return spawnSync(process.execPath, [...before, 'server/serve.js'], {
    encoding: 'utf8',
    env: { PATH },
  })
}

test.each(['18.20.8', '20.20.2', '22.21.0', '24.11.9'])(
  'Node %s is too old, in one line',
  (old) => {
    const { status, stderr } = startUnder(old)
    expect([status, stderr]).toEqual([
      1,
      `The portal needs Node 24.12 or newer, and this is ${old}.\n`,
    ])
  },
)

test.each(['24.12.0', '24.21.0', '26.0.0'])('Node %s goes on to the environment', (version) => {
  const { status, stderr } = startUnder(version)
  expect(status).toBe(1)
  expect(stderr).toMatch(/^The portal does not start:\n(- .+\n)+$/)
})
