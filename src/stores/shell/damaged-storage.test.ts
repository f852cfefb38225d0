import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import {
  boardingValues,
  decided,
  companyInfo,
  companySettings,
  place,
  report,
  wizardValues,
} from '../../../test/builders.ts'
import { configurationFor } from '../../../test/configuration.ts'
import { damaged } from '../../../test/damage.ts'
import {
  createStorage,
  createTestEnvironment,
  type TestEnvironment,
} from '../../../test/environment.ts'
import { createTestFlags, createTestPortal, testPerson, testUser } from '../../../test/portal.ts'
import type { OrderTemplate } from '../../lib/accounting/snelstart/calls.ts'
import { choicesToTakeOver } from '../../lib/accounting/snelstart/values.ts'
import { ledgerDefaults } from '../../lib/accounting/snelstart/ledgers.ts'
import { createFlags } from './flags.ts'
import { createIdentity } from '../../lib/identity/identity.ts'
import { personOf, type User } from '../../lib/identity/user.ts'
import { isGoingRound, noteRound, returnKey, signInAddress } from '../../lib/identity/sign-in.ts'
import { createBoarding } from '../boarding/boarding.ts'
import { createBoardingMemory } from '../boarding/memory.ts'
import { boardingName, keyName } from '../coupling/writes.ts'
import { createConnect } from '../connect/screen.ts'
import { noteMadeKey, connectMemory, noteWork } from '../coupling/remembered-places.ts'
import { createList } from '../form/list.ts'
import { gatewayOf } from '../gateway/gateway.ts'
import { rememberedInTab, sharedKey, keysOf, sharedPlaceKey } from '../../lib/remembered.ts'
import { createHome } from '../home/home.ts'
import { createApproval } from '../wizard/approval.ts'
import { cashDifferencesOf, wizardDraft } from '../wizard/draft.ts'
import { createKeptReport } from '../wizard/saving/report.ts'
import { createSetup } from '../wizard/setup.ts'
import { createWizard } from '../wizard/wizard.ts'
import { finishSignIn } from './callback.ts'
import { createSession } from '../session/session.ts'
import * as z from 'zod/mini'

const configuration = configurationFor('https://services.test')
const { authority, clientId } = configuration.identity
const ids = { administration: 1001, location: 2001 }
const where = place()
const page = { linkTo: () => ({ address: new URL('blob:report') }), isMessageKey: () => true }

/** Nobody is reached, so that all that a store has is what is stored. */
const nobody = () => Promise.reject(new TypeError('Failed to fetch'))

const user: User = {
  access_token: 'a.eyJuYW1lIjoiVGVzdGVyIn0.c',
  refresh_token: 'refresh',
  expires_at: 1_900_000_000,
  profile: { sub: testUser, name: 'Tester' },
  userinfo: { version: 'polaris' },
}

const provider = {
  authorization_endpoint: `${authority}/authorize`,
  token_endpoint: `${authority}/token`,
  issuer: authority,
  check_session_iframe: `${authority}/session`,
}

function browser(tabStorage: Storage, sharedStorage: Storage): TestEnvironment {
  return createTestEnvironment('http://localhost:4321/wizard?administration=1001&location=2001', {
    tabStorage,
    sharedStorage,
    fetch: nobody,
  })
}

const portalIn = (environment: TestEnvironment) => createTestPortal({ configuration, environment })
const asking = {
  authority,
  clientId,
  origin: 'http://localhost:4321',
  redirectUri: 'http://localhost:4321/callback',
  locale: 'nl',
}

/** A session in which everything was filled in and sent that can be. */
async function fillIn(environment: TestEnvironment): Promise<void> {
  const { tabStorage, sharedStorage } = environment
  const portal = portalIn(environment)
  const { written } = gatewayOf(portal, testUser)
  tabStorage.setItem(`oidc.user:${authority}:${clientId}`, JSON.stringify(user))
  tabStorage.setItem(`koppelpunt:provider:${authority}`, JSON.stringify(provider))
  tabStorage.setItem(returnKey, '/connect?reseller=7')
  tabStorage.setItem('koppelpunt:tab', 'koppelpunt:tab:id-1')
  await signInAddress(environment, asking, provider)
  noteRound(environment)

  const boarding = createBoarding(portal, testPerson)
  boarding.keepVisited(['merchant_info', 'serial_info'])
  boarding.keep(boardingValues())
  createBoardingMemory(environment, testUser, written).account.write({
    userId: 'user-7',
    isKnown: false,
  })
  for (const write of ['merchant', 'registration', 'location'] as const) {
    written.record(boardingName(write), { body: { name: 'Nieuwe Zaak' } }, { id: 7 })
  }
  const keyBody = { administration_id: 1001, location_id: 2001 }
  written.record(boardingName('key'), { body: keyBody }, { id: 'sleutel' })
  written.record(keyName(ids), { body: keyBody }, { id: 'sleutel' })
  connectMemory(environment, testUser).write(where)

  const draft = wizardDraft(environment, testUser, ids)
  draft.keep({ values: wizardValues(), relationCode: '7', visited: ['snelstart'] })
  draft.keepLedger('cash', {
    number: '2200',
    agreed: { number: '2200', origin: 'created' },
    proposal: ledgerDefaults.cash.proposal,
  })
  draft.keepCreated('relatie')
  createKeptReport(environment, await sharedPlaceKey('report', testUser, ids), page).write(report())
  rememberedInTab(environment, testUser, 'imports:1001/2001', z.string()).write('[]')
  await noteWork(environment, testUser, ids)
  const made = { key: 'sleutel', approvedBy: 'package', replacesAnother: false } as const
  await noteMadeKey(environment, testUser, { ...ids, ...made })
  sharedStorage.setItem('koppelpunt:boarded:1', String(environment.now()))
  const toTakeOver = choicesToTakeOver(wizardValues(), decided().ledgers, [])
  sharedStorage.setItem(await sharedKey('choices', testUser), JSON.stringify(toTakeOver))
  sharedStorage.setItem(await sharedPlaceKey('cashDifferences', testUser, ids), '4752')
  sharedStorage.setItem('unleash:repository:repo', '[{"name":"dry_run","enabled":true}]')
  sharedStorage.setItem('unleash:repository:sessionId', '"123"')
  environment.leave()
}

/** Everything that begins with what is stored. None of it may throw or reject. */
const beginnings: Readonly<Record<string, (environment: TestEnvironment) => unknown>> = {
  session: async (environment) => {
    const identity = createIdentity(environment, configuration, 'nl')
    const known = identity.user()
    if (known) personOf(known)
    const session = createSession(environment, identity)
    await session.start()
    await session.token().catch(() => undefined)
  },
  callback: (environment) =>
    finishSignIn(
      environment,
      createIdentity(environment, configuration, 'nl'),
      createTestFlags(),
      Promise.resolve(),
    ),
  'sign-in': (environment) => signInAddress(environment, asking, provider),
  rounds: isGoingRound,
  flags: async (environment) => {
    const flags = createFlags(environment, configuration)
    await flags.start()
  },
  home: async (environment) => {
    const home = createHome(portalIn(environment), testPerson)
    await home.renew()
    return [home.drafts(), home.rowOf(where.administration), home.find('')]
  },
  connect: (environment) => {
    const connect = createConnect(portalIn(environment), testPerson)
    return [connect.$choice, connect.$settings, connect.$coupled].map(($each) => $each.get())
  },
  boarding: (environment) => {
    const portal = portalIn(environment)
    createBoarding(portal, testPerson)
    const { written } = gatewayOf(portal, testUser)
    createBoardingMemory(environment, testUser, written).forgetCreated(2001)
  },
  wizard: async (environment) => {
    const portal = portalIn(environment)
    const templates = createList<OrderTemplate>(environment, 'templates', () => Promise.resolve([]))
    const start = createWizard({
      portal,
      user: testUser,
      choicesKey: await sharedKey('choices', testUser),
      reportKey: await sharedPlaceKey('report', testUser, ids),
      cashDifferences: await cashDifferencesOf(environment, testUser, ids),
      variant: 'wizard',
      gatewayNow: () => gatewayOf(portal, testUser),
      place: where,
      settings: companySettings(),
      info: companyInfo(),
      templates,
      reopen: () => Promise.resolve(),
    })
    const setup = createSetup(start, page)
    await createApproval({ portal, user: testUser, place: ids, isPolaris: false })
    return [setup.$summary.get(), setup.$report.get(), setup.$problems.get()]
  },
}

const whole = browser(createStorage(), createStorage())

beforeAll(async () => {
  // The flag client speaks of what it cannot read.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  await fillIn(whole)
})

function copyOf(storage: Storage): Storage {
  const copy = createStorage()
  for (const key of keysOf(storage, '')) copy.setItem(key, storage.getItem(key) ?? '')
  return copy
}

/** What is stored, with another text under one key. */
function withDamage(key: string, text: string): TestEnvironment {
  const tab = copyOf(whole.tabStorage)
  const shared = copyOf(whole.sharedStorage)
  const damagedOne = tab.getItem(key) === null ? shared : tab
  damagedOne.setItem(key, text)
  return browser(tab, shared)
}

test('a session that was filled in stores all that there is to damage', () => {
  const kinds = [...keysOf(whole.tabStorage, ''), ...keysOf(whole.sharedStorage, '')].map((key) =>
    key
      .replace(authority, '{authority}')
      .replace(`:${clientId}`, '')
      .replace(/^oidc\.[^u].*/, 'oidc.{state}')
      .replace(/(cash-differences|recent|choices|keys|report):.*/, '$1'),
  )
  expect(kinds.sort()).toMatchInlineSnapshot(`
    [
      "koppelpunt:boarded:1",
      "koppelpunt:choices",
      "koppelpunt:kept:cash-differences",
      "koppelpunt:kept:keys",
      "koppelpunt:kept:report",
      "koppelpunt:memory:user-1:boarding",
      "koppelpunt:memory:user-1:boarding-account",
      "koppelpunt:memory:user-1:connect",
      "koppelpunt:memory:user-1:imports:1001/2001",
      "koppelpunt:memory:user-1:operation:boarding:key",
      "koppelpunt:memory:user-1:operation:boarding:location",
      "koppelpunt:memory:user-1:operation:boarding:merchant",
      "koppelpunt:memory:user-1:operation:boarding:registration",
      "koppelpunt:memory:user-1:operation:key:1001/2001",
      "koppelpunt:memory:user-1:wizard:1001/2001",
      "koppelpunt:provider:{authority}",
      "koppelpunt:recent",
      "koppelpunt:return",
      "koppelpunt:sign-in-rounds",
      "koppelpunt:tab",
      "oidc.user:{authority}",
      "oidc.{state}",
      "unleash:repository:repo",
      "unleash:repository:sessionId",
    ]
  `)
})

test.each(Object.entries(beginnings))(
  'what is damaged in the storage breaks nothing: %s',
  async (_, begin) => {
    const stored = [whole.tabStorage, whole.sharedStorage].flatMap((storage) =>
      keysOf(storage, '').map((key) => ({ key, text: storage.getItem(key) ?? '' })),
    )
    const damage = fc
      .constantFrom(...stored)
      .chain(({ key, text }) => damaged(text).map((instead) => [key, instead] as const))
    const property = fc.asyncProperty(damage, async ([key, text]) => {
      await begin(withDamage(key, text))
      expect(({} as { isPolluted?: boolean }).isPolluted).toBeUndefined()
    })
    await fc.assert(property, { numRuns: 100 })
  },
)
