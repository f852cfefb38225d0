import { expect } from 'vitest'
import { configurationFor } from '../../../test/configuration.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createTestPortal, nextDialog, testPerson } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import { createConnect } from './connect.ts'

const coupled = { administration: 1006, location: 2007 }
const free = { administration: 1001, location: 2001 }
const keysPath = '/api/snelstart/keys/unconnected'
const companyPath = '/api/snelstart/company'

async function choose({ administration, location } = coupled, version: string | null = null) {
  const portal = createTestPortal({
    configuration: configurationFor(sandbox.url),
    environment: createTestEnvironment(),
    token: () => sandbox.token('reseller@koppelpunt.test'),
  })
  const connect = createConnect(portal, { ...testPerson, version })
  connect.chooseAdministration({ id: administration, name: 'Gekozen' })
  await expect.poll(() => connect.locations.$list.get().status).toBe('loaded')
  const locations = connect.locations.$list.get()
  if (locations.status !== 'loaded') throw new Error('not loaded')
  connect.chooseLocation(locations.items.find(({ id }) => id === location) ?? null)
  return { portal, connect }
}

test('a coupled location is told, with the way to its settings', async () => {
  const { connect } = await choose()
  await expect
    .poll(() => connect.$settings.get()?.href)
    .toBe('http://localhost:4321/wizard?administration=1006&location=2007')
})

test('whose settings are those of the polaris flow for a polaris user', async () => {
  const { connect } = await choose(coupled, 'polaris')
  await expect.poll(() => connect.$settings.get()?.pathname).toBe('/polaris')
})

test('another choice takes it back, and its late answer changes nothing', async () => {
  const { connect } = await choose()
  await expect.poll(() => connect.$settings.get()).not.toBeNull()
  const fault = { kind: 'delay', milliseconds: 300 } as const
  await sandbox.injectFault({ method: 'GET', path: companyPath, times: 1, fault })
  connect.chooseLocation(null)
  expect(connect.$settings.get()).toBeNull()
  connect.chooseLocation({
    id: coupled.location,
    name: 'Traag',
    administration_id: coupled.administration,
  })
  connect.chooseLocation(null)
  await expect
    .poll(async () => (await sandbox.requests()).every(({ finishedAt }) => finishedAt !== null))
    .toBe(true)
  expect(connect.$settings.get()).toBeNull()
})

test('one that is not coupled is nothing to tell, and gets its key at once', async () => {
  const { portal, connect } = await choose(free)
  await connect.submit()
  expect(portal.environment.visited).toHaveLength(1)
  expect(connect.$settings.get()).toBeNull()
})

test.each([
  [false, 0],
  [true, 1],
])('a new key is made on a second, explicit press only: %j', async (agreed, keys) => {
  const { portal, connect } = await choose()
  const submitted = connect.submit()
  const question = await nextDialog(portal)
  expect(question).toMatchObject({
    kind: 'confirm',
    message: { key: 'connect:coupled' },
    detail: { key: 'connect:newKeyHelp' },
    agree: { key: 'connect:newKey' },
    link: { label: { key: 'connect:openSettings' } },
  })
  expect(await sandbox.requests(keysPath)).toEqual([])
  question.answer(agreed)
  await submitted
  expect(await sandbox.requests(keysPath)).toHaveLength(keys)
  expect(portal.environment.visited).toHaveLength(keys)
})

test('a key that was activated meanwhile is not replaced without a word', async () => {
  const { portal, connect } = await choose(free)
  await connect.submit()
  await sandbox.connectKey({ administration_id: 1001, location_id: 2001 })
  const submitted = connect.submit()
  const question = await nextDialog(portal)
  expect(question.message).toEqual({ key: 'connect:coupled' })
  question.answer(false)
  await submitted
  expect(await sandbox.requests(keysPath)).toHaveLength(1)
})

test('a look-up that fails changes nothing', async () => {
  const fault = { kind: 'status', status: 500 } as const
  await sandbox.injectFault({ method: 'GET', path: companyPath, times: 1, fault })
  const { portal, connect } = await choose()
  await connect.submit()
  expect(portal.environment.visited).toHaveLength(1)
  expect(portal.environment.logged).toEqual(['the coupling could not be looked up'])
})
