import { describe, expect, vi } from 'vitest'
import { createSandboxConfiguration } from '../../../test/configuration.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { cheeseShopLocation } from '../../../test/open-wizard.ts'
import { answerDialogs, createTestPortal } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import { CallError, SessionError, SessionEndedError } from '../../lib/api/errors.ts'
import { createConnectScreen } from '../connect/screen.ts'
import { createRecordStore } from '../wizard/item.ts'
import { createWizardLoader } from '../wizard/screen.ts'
import { createListStore } from './list.ts'

const unreachable = () => new CallError('GET /', { kind: 'unreachable' })

function setUp(address?: string) {
  const environment = createTestEnvironment(address, {
    fetch: (...request) =>
      environment.isOnline() ? fetch(...request) : Promise.reject(new TypeError('Failed to fetch')),
  })
  const portal = createTestPortal({
    configuration: createSandboxConfiguration(sandbox.url),
    environment,
    token: () => sandbox.token('reseller@koppelpunt.test'),
  })
  return { environment, portal, shown: answerDialogs(portal) }
}

describe('once the network is back', () => {
  const gateway = { kind: 'status', status: 502 } as const
  const outages: readonly (readonly [string, Error])[] = [
    ['unreachable', unreachable()],
    ['timeout', new CallError('GET /', { kind: 'timeout' })],
    ['a token that could not be renewed', new SessionError('no answer')],
    ['a gateway without a server', new CallError('GET /', gateway)],
  ]

  test.each(outages)(
    'fetches a failed list again once the network is back: %s',
    async (_, error) => {
      const { environment } = setUp()
      const answers = [() => Promise.reject(error), () => Promise.resolve([7])]
      const list = createListStore(
        environment,
        'numbers',
        () => answers.shift()?.() ?? Promise.reject(unreachable()),
      )
      environment.goOnline(false)
      await list.load()
      expect(list.$list.get().status).toBe('failed')
      environment.goOnline(true)
      await expect.poll(() => list.$list.get()).toEqual({ status: 'loaded', items: [7] })
      environment.goOnline(true)
      expect(list.$list.get()).toEqual({ status: 'loaded', items: [7] })
    },
  )

  test('does not repeat a read after the session has ended', async () => {
    const { environment } = setUp()
    const ask = vi.fn(() => Promise.reject(new SessionEndedError('refused')))
    await createListStore(environment, 'numbers', ask).load()
    environment.goOnline(true)
    expect(ask).toHaveBeenCalledOnce()
  })

  test('does not retry a failed request after the list was reloaded or cleared', async () => {
    const { environment } = setUp()
    const ask = vi.fn(() => Promise.reject(unreachable()))
    const list = createListStore(environment, 'numbers', ask)
    await list.load()
    await list.reload()
    environment.goOnline(true)
    list.clear()
    environment.goOnline(true)
    expect(ask).toHaveBeenCalledTimes(3)
  })

  test('looks up a typed number again once the network is back', async () => {
    const { environment } = setUp()
    const found = [() => Promise.reject(unreachable()), () => Promise.resolve({ name: 'Kas' })]
    const item = createRecordStore<{ name: string }>({
      environment,
      name: 'number',
      pattern: /^\d+$/,
      pause: 500,
      find: () => found.shift()?.() ?? Promise.reject(unreachable()),
      verify: () => Promise.resolve(null),
      refused: { key: 'wizard:ledgerRefused' },
      keep: () => undefined,
      create: () => Promise.resolve(null),
    })
    item.verbs.input('1000')
    await expect.poll(() => item.$state.get().status).toBe('failed')
    environment.goOnline(true)
    await expect.poll(() => item.$state.get()).toEqual({ status: 'existing', name: 'Kas' })
    expect(item.$text.get()).toBe('1000')
  })

  test('opens the wizard once the network is back', async () => {
    const { administration, location } = cheeseShopLocation
    const query = `administration=${administration}&location=${location}`
    const { environment, portal } = setUp(`http://localhost:4321/wizard?${query}`)
    const opening = createWizardLoader(portal, 'wizard')
    environment.goOnline(false)
    await opening.start()
    expect(opening.$opening.get().status).toBe('failed')
    environment.goOnline(true)
    await expect.poll(() => opening.$opening.get().status).toBe('connected')
  })

  test('reads location states again once the network is back and repeats no submit', async () => {
    const { environment, portal, shown } = setUp()
    const connect = createConnectScreen(portal)
    await connect.administrations.reload()
    connect.chooseAdministration({ id: 1006, name: 'Oefenslijterij Compleet', country_code: 'BE' })
    await expect.poll(() => connect.$coupled.get()).toHaveLength(1)
    await sandbox.settled()
    await sandbox.clearRequests()

    environment.goOnline(false)
    connect.chooseAdministration({ id: 1001, name: 'Oefenwinkel Noord', country_code: 'NL' })
    connect.chooseLocation({ id: 2001, name: 'Winkel Noord' })
    await connect.submit()
    expect(shown).toEqual(['connect:lookFailed'])
    expect(connect.$isBusy.get()).toBe(false)
    environment.goOnline(true)
    await expect.poll(() => sandbox.requests('/api/snelstart/company')).toHaveLength(1)
    expect(await sandbox.requests('/api/snelstart/keys/unconnected')).toEqual([])
    await connect.submit()
    expect(environment.visited).toHaveLength(1)
  })
})

test('ignores a late response after the list was reloaded or cleared', async () => {
  const answers = [1, 2, 3].map(() => Promise.withResolvers<number[]>())
  const [first, second, third] = answers
  const remaining = [...answers]
  const list = createListStore(
    createTestEnvironment(),
    'numbers',
    () => remaining.shift()?.promise ?? Promise.reject(unreachable()),
  )
  const loads = [list.reload(), list.reload()]
  second?.resolve([2])
  first?.resolve([1])
  await Promise.all(loads)
  expect(list.$list.get()).toEqual({ status: 'loaded', items: [2] })

  const late = list.reload()
  list.clear()
  third?.resolve([3])
  await late
  expect(list.$list.get()).toEqual({ status: 'idle' })
})
