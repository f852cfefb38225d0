import { expect } from 'vitest'
import { createPortalEnvironment } from '../../../sandbox/portal-environment.ts'
import { createSandboxConfiguration } from '../../../test/configuration.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { openSignedIn, openTab } from '../../../test/tab.ts'
import { sandbox, test } from '../../../test/test.ts'
import { createMemoryStorage, type Environment } from '../../lib/environment.ts'
import { createPageShell } from './shell.ts'

function setUp(configurationAnswer: () => Response | Promise<Response>) {
  const environment = createTestEnvironment('http://localhost:4321/connect?reseller=7', {
    fetch: (address, request) =>
      address === '/config.json' ? Promise.resolve(configurationAnswer()) : fetch(address, request),
  })
  return { environment, shell: shellIn(environment) }
}

const shellIn = (environment: Environment) =>
  createPageShell({ environment, locale: 'nl', configuration: '', onPortal: () => undefined })

const configured = () => Response.json(createSandboxConfiguration(sandbox.url))

test('redirects to the provider with PKCE S256 if nobody is signed in', async () => {
  const { environment, shell } = setUp(configured)
  void shell.start()
  await expect.poll(() => environment.visited.length).toBe(1)
  const address = new URL(environment.visited[0] ?? '')
  expect(address.href).toContain(createPortalEnvironment(sandbox.url).PORTAL_OIDC_AUTHORITY)
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    client_id: 'portal',
    redirect_uri: 'http://localhost:4321/callback',
    response_type: 'code',
    code_challenge_method: 'S256',
    ui_locales: 'nl',
  })
  expect(shell.$shell.get()).toEqual({ status: 'loading' })
})

test('deletes expired data of the browser storage when a page starts', () => {
  const { environment, shell } = setUp(configured)
  environment.sharedStorage.setItem('koppelpunt:subscription:1', '{"day":1,"value":"1"}')
  void shell.start()
  expect(environment.sharedStorage.getItem('koppelpunt:subscription:1')).toBeNull()
})

test('fails on an insecure connection', async () => {
  const shell = shellIn(createTestEnvironment(undefined, { isSecure: false }))
  await shell.start()
  expect(shell.$shell.get()).toEqual({ status: 'failed', reason: 'insecure' })
})

const refuse = (name: string) => () => {
  throw new DOMException('refused', name)
}

test.each([
  ['blocks the storage of the tab', refuse('SecurityError')],
  ['has no storage for the tab', () => null],
  [
    'has a full storage for the tab',
    () => Object.assign(createMemoryStorage(), { setItem: refuse('QuotaExceededError') }),
  ],
])('fails if the browser %s', async (_, get) => {
  const { environment, shell } = setUp(configured)
  Object.defineProperty(environment, 'tabStorage', { get })
  await shell.start()
  expect(shell.$shell.get()).toEqual({ status: 'failed', reason: 'storage' })
  expect(environment.visited).toEqual([])
})

test.each([
  '{broken',
  'null',
  '{}',
  '{"access_token":7,"expires_at":1}',
  '{"access_token":"a","expires_at":4000000000,"profile":{}}',
])('ignores a malformed stored user: %s', async (stored) => {
  const { environment, shell } = setUp(configured)
  const { PORTAL_OIDC_AUTHORITY: authority } = createPortalEnvironment(sandbox.url)
  environment.tabStorage.setItem(`oidc.user:${authority}:portal`, stored)
  void shell.start()
  await expect.poll(() => environment.visited.length).toBe(1)
})

test.each([
  ['diverted', 'diverted, page', () => new Response('<html>')],
  ['diverted', 'diverted, redirect', () => Response.redirect('https://elsewhere.test')],
  ['noUse', 'malformed, JSON', () => new Response('none')],
  ['noUse', 'malformed, apiUrl', () => Response.json({ apiUrl: 1 })],
  ['noUse', 'malformed, apiUrl', () => Response.json(null)],
  ['noUse', 'status 502', () => new Response('', { status: 502 })],
  ['unreachable', 'unreachable', () => Promise.reject(new TypeError('x'))],
])('shows why the configuration cannot be read: %s, %s', async (key, result, answer) => {
  const { shell } = setUp(answer)
  await shell.start()
  const detail = { key: `failure:${key}`, trace: { result } }
  expect(shell.$shell.get()).toMatchObject({ status: 'failed', reason: 'configuration', detail })
})

test('shows the screen again after the feature flags recover, but not after the screen itself failed', async () => {
  const { shell, portal } = await openSignedIn(openTab(sandbox.url), '/connect')
  const getState = () => shell.$shell.get()
  const { $flags } = portal.flags
  const trace = { at: 0, isOnline: true, reference: 'REFS-REFS' }
  $flags.set({ status: 'failed', detail: { key: 'failure:unreachable', trace } })
  expect(getState()).toMatchObject({ reason: 'flags' })
  $flags.set({ status: 'ready', enabled: [] })
  expect(getState()).toEqual({ status: 'ready' })
  shell.failScreen(new Error('planted'))
  $flags.set({ status: 'ready', enabled: [] })
  expect(getState()).toMatchObject({ status: 'failed', reason: 'screen' })
})
