import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestSandbox } from '../../test/sandbox.ts'
import { createPortalEnvironment } from '../portal-environment.ts'

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>
let request: Record<string, string>

beforeAll(async () => {
  sandbox = await startTestSandbox({ portalUrl: 'http://localhost:5999' })
})
beforeEach(async () => {
  await sandbox.reset()
  const authorization = `Bearer ${await sandbox.token('polaris@koppelpunt.test')}`
  const answer = await fetch(`${sandbox.url}/api/snelstart/keys/unconnected`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({ administration_id: 1002, location_id: 2002 }),
  })
  const environment = createPortalEnvironment(sandbox.url)
  request = {
    response_type: 'code',
    client_id: environment.PORTAL_POLARIS_CLIENT_ID ?? '',
    redirect_uri: environment.PORTAL_POLARIS_REDIRECT_URI ?? '',
    scope: environment.PORTAL_POLARIS_SCOPES ?? '',
    state: ((await answer.json()) as { id: string }).id,
  }
})
afterAll(() => sandbox.close())

const open = (query: Record<string, string>) =>
  fetch(`${sandbox.url}/accounting/polaris/authorize?${new URLSearchParams(query).toString()}`)

const choose = async (outcome: string) => {
  const answer = await fetch(`${sandbox.url}/accounting/polaris/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...request, outcome }),
  })
  return answer.headers.get('location') ?? ''
}

const isConnected = async () =>
  (await sandbox.rows('keys')).some((key) => key.id === request.state && key.connected_at !== null)

test('shows the company and the requested scopes on the consent page', async () => {
  const text = (await (await open(request)).text()).replace(/^.*<title>/s, '')
  const stable = text.replaceAll(sandbox.url, '…').replaceAll(request.state ?? '', '…')
  expect(stable).toMatchSnapshot()
})

test('connects the key and redirects to the portal if the user allows access', async () => {
  const callback = await choose('allow')
  const back = await fetch(callback, { redirect: 'manual' })
  expect(back.headers.get('location')).toBe(
    'http://localhost:5999/polaris?administration=1002&location=2002',
  )
  expect(await isConnected()).toBe(true)
  expect((await fetch(callback, { redirect: 'manual' })).status).toBe(400)
})

test('does not connect the key if the user denies access', async () => {
  const callback = await choose('deny')
  expect(new URL(callback).searchParams.get('error')).toBe('access_denied')
  const back = await fetch(callback, { redirect: 'manual' })
  expect(back.status).toBe(400)
  expect(await back.text()).toContain('http://localhost:5999')
  expect(await isConnected()).toBe(false)
})

test.each([
  ['response_type', 'token'],
  ['client_id', 'another'],
  ['redirect_uri', 'https://evil.example/callback'],
  ['scope', ''],
  ['state', 'unknown'],
  ['state', ''],
])('refuses an authorisation request with %s %j', async (name, value) => {
  const answer = await open({ ...request, [name]: value })
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(name)])
})
