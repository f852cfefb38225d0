import { expect } from 'vitest'
import { createSandboxConfiguration } from '../../../test/configuration.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import {
  createTestPortal,
  createOwner,
  recordBoardedCustomer,
  examplePerson,
} from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import { writeToClipboard, type Environment } from '../../lib/environment.ts'
import { getKeyWriteName } from '../coupling/writes.ts'
import { findPendingKey, rememberPendingKey } from '../coupling/remembered-places.ts'
import { getGateway } from '../gateway/gateway.ts'
import { findApproval } from './coupling.ts'

const place = { administration: 1001, location: 2001 }
const named = {
  administration: { id: 1001, name: 'Oefenwinkel Noord', country_code: 'NL' },
  location: { id: 2001, name: 'Winkel Noord' },
}
const body = { administration_id: 1001, location_id: 2001 }

function setUp(changes: Partial<Environment> = {}, isPolaris = false) {
  const environment = createTestEnvironment('http://localhost:4321/wizard', changes)
  const portal = createTestPortal({
    configuration: createSandboxConfiguration(sandbox.url),
    environment,
    locale: 'en',
    person: { ...examplePerson, version: isPolaris ? 'polaris' : null },
  })
  const { written } = getGateway(portal)
  const open = async () => findApproval(portal, named, await findPendingKey(portal, place))
  return { environment, written, open }
}

test('offers no approval link if this browser has no key', async () => {
  const { open, written } = setUp()
  expect(await open()).toBeNull()
  const elsewhere = getKeyWriteName({ administration: 1001, location: 2002 })
  written.record(elsewhere, { body }, { id: 'sleutel' })
  expect(await open()).toBeNull()
})

test('creates an approval link to the activation page for a key of /connect, also for polaris users', async () => {
  for (const isPolaris of [false, true]) {
    const { open, written } = setUp({}, isPolaris)
    written.record(getKeyWriteName(place), { body }, { id: 'sleutel' })
    const address = (await open())?.link
    expect(address?.origin).toBe(sandbox.url)
    expect(address?.pathname).toBe('/accounting/activate')
    expect(Object.fromEntries(address?.searchParams ?? [])).toEqual({
      referenceKey: 'sleutel',
      successUrl: `http://localhost:4321/en/${isPolaris ? 'polaris' : 'wizard'}?administration=1001&location=2001&approved=customer`,
    })
  }
})

test.each([
  [false, '/accounting/activate', 'referenceKey'],
  [true, '/accounting/polaris/authorize', 'state'],
])(
  "creates an approval link for a new customer's key: polaris user %j, page %s",
  async (isPolaris, path, parameter) => {
    const { open, written } = setUp({}, isPolaris)
    recordBoardedCustomer(written, place, {}, 7)
    const approval = await open()
    expect(approval?.isKept).toBe(false)
    expect(approval?.link.pathname).toBe(path)
    expect(approval?.link.searchParams.get(parameter)).toBe('7')
  },
)

test.each([
  ['package', '/accounting/activate', 'referenceKey'],
  ['polaris', '/accounting/polaris/authorize', 'state'],
] as const)(
  'creates an approval link for a key of another tab: approval in %s, page %s',
  async (approvedBy, path, parameter) => {
    const { environment, open } = setUp()
    const pendingKey = { ...place, key: 'sleutel', approvedBy, replacesAnother: false }
    await rememberPendingKey(createOwner(environment), pendingKey)
    const approval = await open()
    expect(approval?.isKept).toBe(true)
    expect(approval?.link.pathname).toBe(path)
    expect(approval?.link.searchParams.get(parameter)).toBe('sleutel')
  },
)

test.each([
  ['a customer created in this tab', place, false, ['Nadia Knap', 'nadia@knap.test']],
  ['a polaris user', place, true, ['', '']],
  ['an existing location', { ...place, location: 2002 }, false, ['', '']],
])(
  'chooses the recipient of the approval message for %s: %j, polaris %j',
  async (_, boarded, isPolaris, [contact, email]) => {
    const { open, written } = setUp({}, isPolaris)
    const emails = [{ type: 'info', email: 'nadia@knap.test' }]
    const person = { first_name: 'Nadia', last_name: 'Knap' }
    recordBoardedCustomer(written, boarded, { name: 'Knap', person, emails })
    written.record(getKeyWriteName(place), { body }, { id: 7 })
    expect(await open()).toMatchObject({ contact, email })
  },
)

test('logs that the clipboard refused, without the key', async () => {
  const { environment, open, written } = setUp({
    copy: () => Promise.reject(new DOMException('not allowed', 'NotAllowedError')),
  })
  written.record(getKeyWriteName(place), { body }, { id: 'sleutel' })
  const approval = await open()
  expect(await writeToClipboard(environment, String(approval?.link))).toBe(false)
  expect(environment.logged).toEqual(['the clipboard refused'])
  expect(environment.loggedDetails).toEqual([expect.stringContaining('not allowed')])
  expect(environment.loggedDetails.join()).not.toContain('sleutel')
})

test.each([
  [{ id: 'x'.repeat(501) }, ['the approval cannot be handed over']],
  [{ id: null }, []],
])('offers no approval link for the unusable key %o', async (answer, logged) => {
  const { environment, open, written } = setUp()
  written.record(getKeyWriteName(place), { body }, answer)
  expect(await open()).toBeNull()
  expect(environment.logged).toEqual(logged)
})
