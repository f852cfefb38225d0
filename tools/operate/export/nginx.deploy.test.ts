import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sampleVariables } from '../../../test/configuration.ts'
import { readPublicConfiguration } from '../../../src/lib/configuration/variables.ts'
import { findFreePort } from '../../programs/free-port.ts'
import { ensureBrotliModuleInstalled, startNginx } from '../../services/nginx/start.ts'
import { checkPortal } from '../verify/portal.ts'
import { writeExport } from './export.ts'

test('nginx serves an exported portal with the responses that the verify tool expects', async () => {
  await using disposable = await mkdtempDisposable(join(tmpdir(), 'koppelpunt-export-'))
  const folder = disposable.path
  const environment = { ...sampleVariables, PORTAL_PUBLIC_URL: 'https://portal.example.nl' }
  const read = readPublicConfiguration(environment)
  if (!read.ok) throw new Error(read.problems.join())
  const { configuration } = read
  await writeExport(folder, configuration)
  const port = await findFreePort()
  const server = [
    'access_log off;',
    'server {',
    `listen 127.0.0.1:${port};`,
    `root ${join(folder, 'public')};`,
    `include ${join(folder, 'nginx', 'server.conf')};`,
    '}',
  ].join('\n')
  const nginx = await startNginx(server, { port, modules: [ensureBrotliModuleInstalled()] })
  onTestFinished(nginx.close)

  const origin = `http://localhost:${port}`
  const wrong: string[] = []
  const target = { origin, configuration, host: 'files' } as const
  for await (const { name, differences } of checkPortal(target)) {
    wrong.push(...differences.map((difference) => `${name}: ${difference}`))
  }
  expect(wrong).toEqual([])
  const missing = await fetch(`${origin}/en/nothing`)
  expect([missing.status, await missing.text()]).toEqual([
    404,
    expect.stringContaining('lang="en"'),
  ])
})
