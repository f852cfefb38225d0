import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { sampleVariables } from '../../test/configuration.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koppelpunt-exported-'))
  return () => rm(folder, { recursive: true })
})

const { PATH = '' } = process.env

const run = (parameters: readonly string[], environment: Record<string, string>) =>
  spawnSync(process.execPath, ['tools/operate/export.ts', ...parameters], {
    encoding: 'utf8',
    env: { PATH, ...environment },
  })

test('exports the pages with their configuration, and writes health checks as files', async () => {
  const { status, stdout } = run(['--out', folder], sampleVariables)
  expect([status, stdout]).toEqual([0, `The portal is exported: publish ${folder}/public\n`])
  const read = (path: string) => readFile(join(folder, 'public', path), 'utf8')
  expect(await read('connect.html')).toContain('"apiUrl":"https://api.example.nl/v1"')
  expect(JSON.parse(await read('config.json'))).toMatchObject({ publicUrl: null })
  for (const path of ['healthz', 'readyz']) {
    expect(JSON.parse(await read(path))).toMatchObject({ status: 'ok' })
  }
  expect(await read('_headers')).toMatch(/^\/connect\n {2}content-security-policy: .*'sha256-/m)
  expect(await read('_redirects')).toContain('\n/connect.html /connect 301\n')
})

test('refuses an invalid environment and lists all problems', async () => {
  const environment = { ...sampleVariables, PORTAL_API_URL: 'x', PORTAL_FLAGS_URL: '' }
  const { status, stderr } = run(['--out', folder], environment)
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Nothing is exported:\n- PORTAL_API_URL .*\n- PORTAL_FLAGS_URL .*\n$/)
  expect(await readdir(folder)).toEqual([])
})

test('refuses to export into a folder that is not empty', async () => {
  await writeFile(join(folder, 'mine'), '')
  const { status, stderr } = run(['--out', folder], sampleVariables)
  expect([status, stderr]).toEqual([2, `${folder} is not empty\n`])
  expect(await readdir(folder)).toEqual(['mine'])
})
