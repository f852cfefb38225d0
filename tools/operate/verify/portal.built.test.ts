import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getPageAddress } from '../../../server/pages.ts'
import { sampleVariables } from '../../../test/configuration.ts'
import { startPortal } from '../../../server/start.ts'
import type { PublicConfiguration } from '../../../src/lib/configuration/variables.ts'
import { PROJECT_FOLDER } from '../../programs/program.ts'
import { sendRequest } from './ask.ts'
import { PAGES, checkPortal, checkUnencrypted, type Finding } from './portal.ts'

async function findingsAt(origin: string, configuration: PublicConfiguration) {
  const findings: Finding[] = []
  const target = { origin, configuration, host: 'server' } as const
  for await (const finding of checkPortal(target)) findings.push(finding)
  return findings
}

const client = join(PROJECT_FOLDER, 'dist', 'client')

test('requests every page of the build', async () => {
  const names = await readdir(client, { recursive: true })
  const pages = names.filter((name) => name.endsWith('.html') && !name.endsWith('404.html'))
  expect([...PAGES].sort()).toEqual(pages.map(getPageAddress).sort())
})

test('verify requests every script of the build and finds no unexpected response', async () => {
  const portal = await startPortal({ port: 0, environment: sampleVariables })
  const findings = await findingsAt(portal.url, portal.configuration)
  await portal.close()
  expect(findings.filter(({ differences }) => differences.length > 0)).toEqual([])
  const names = findings.map(({ name }) => name)
  const own = JSON.parse(
    await readFile(join(PROJECT_FOLDER, 'dist', 'server', 'assets.json'), 'utf8'),
  ) as string[]
  expect(own.filter((name) => !names.includes(`/assets/${name}`))).toEqual([])
})

test('reports a portal with another configuration and service paths that no service answers', async () => {
  const environment = { ...sampleVariables, PORTAL_API_URL: '/api' }
  const portal = await startPortal({ port: 0, environment })
  expect((await sendRequest(portal.url, '/api')).status).toBe(404)
  const flags = { ...portal.configuration.flags, url: 'https://other.example.nl' }
  const findings = await findingsAt(portal.url, { ...portal.configuration, flags })
  await portal.close()
  const differencesByName = new Map(findings.map(({ name, differences }) => [name, differences]))
  expect(differencesByName.get('/connect')?.[0]).toMatch(
    /^content-security-policy differs at .*other\.example\.nl/,
  )
  expect(differencesByName.get('services on its origin')).toEqual([
    '/api is answered by the portal, and by no service',
  ])
})

test('reports a closed http port as a difference instead of an error', async () => {
  expect(await checkUnencrypted({ origin: 'https://localhost:1' })).toEqual([
    expect.stringMatching(/^http:\/\/localhost:1 gives no answer: .*ECONNREFUSED/),
  ])
})
