import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Starts the server without environment variables, under a Node with a fake version. */
function startUnder(version: string) {
  const override = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`
  const options = ['--import', `data:text/javascript,${encodeURIComponent(override)}`]
  const { PATH = '' } = process.env
  return spawnSync(process.execPath, [...options, 'server/serve.js'], {
    encoding: 'utf8',
    env: { PATH },
  })
}

test.each(['18.20.8', '20.20.2', '22.21.0', '24.11.9'])(
  'refuses to start on Node %s',
  (version) => {
    const { status, stderr } = startUnder(version)
    const message = `The portal needs Node 24.12 or newer, and this is ${version}.\n`
    expect([status, stderr]).toEqual([1, message])
  },
)

test.each(['24.12.0', '24.21.0', '26.0.0'])(
  'starts on Node %s and validates the environment',
  (version) => {
    const { status, stderr } = startUnder(version)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^The portal does not start:\n(- .+\n)+$/)
  },
)
