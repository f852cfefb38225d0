import { beforeEach, describe, expect } from 'vitest'
import * as z from 'zod/mini'
import { fillStorage } from '../../../test/environment.ts'
import {
  waitForDialog,
  examplePerson,
  createOwner,
  recordBoardedCustomer,
} from '../../../test/portal.ts'
import {
  createTestBrowser,
  interceptNextRequest,
  openSignedIn,
  openTab,
  tokenPath,
  type Tab,
} from '../../../test/tab.ts'
import { sandbox, test } from '../../../test/test.ts'
import { SessionEndedError } from '../../lib/api/errors.ts'
import { markSignedIn } from '../../lib/identity/sign-in-response.ts'
import { signOutOtherTabs } from '../../lib/identity/tabs.ts'
import { createBoardingScreen } from '../boarding/screen.ts'
import { rememberRecentPlace, readRecentPlaces } from '../coupling/remembered-places.ts'
import { getGateway } from '../gateway/gateway.ts'
import { openDraft } from '../form/drafts.ts'
import { openWizardDraft } from '../wizard/draft.ts'
import { tabKeyPrefix, versionKey } from '../../lib/remembered.ts'

let browser: ReturnType<typeof createTestBrowser>
let tab: Tab
let other: Tab

beforeEach(() => {
  browser = createTestBrowser()
  tab = openTab(sandbox.url, { browser })
  other = openTab(sandbox.url, { browser })
})

type Opened = Awaited<ReturnType<Tab['open']>>

function signedIn({ portal }: Opened) {
  const session = portal.session.$session.get()
  if (!('person' in session)) throw new Error('Nobody is signed in')
  return session
}

const ended = (key: string) => ({ status: 'failed', reason: 'ended', detail: { key } })
const signedOut = ended('shell:signedOutElsewhere')
const anotherUser = ended('shell:anotherUser')

const ofTab = ({ environment }: Opened) =>
  Array.from({ length: environment.tabStorage.length }, (_, at) => environment.tabStorage.key(at))

describe('sign-out in one of two tabs', () => {
  test('removes tokens and drafts from the other tabs on sign-out', async () => {
    const { shell } = await openSignedIn(tab, '/connect')
    const there = await openSignedIn(other, '/boarding')
    there.environment.tabStorage.setItem(`${tabKeyPrefix}user-1:boarding`, 'a draft')
    await shell.signOut()
    expect(there.shell.$shell.get()).toEqual(signedOut)
    expect(there.shell.$person.get()).toBeNull()
    expect(other.isSignedIn()).toBe(false)
    expect(ofTab(there).join()).not.toContain(tabKeyPrefix)
    expect(there.environment.visited).toEqual([])
    await expect(there.portal.session.token()).rejects.toBeInstanceOf(SessionEndedError)
    expect(there.shell.$shell.get()).toEqual(signedOut)
    const again = await other.open('/boarding')
    expect(again.environment.visited[0]).toContain('/protocol/openid-connect/auth?')
  })

  test('leaves no user id in shared storage after a sign-out', async () => {
    const opened = await openSignedIn(tab, '/connect')
    const { id } = signedIn(opened).person
    const keys = () =>
      Array.from({ length: browser.shared.length }, (_, at) => browser.shared.key(at) ?? '')
        .map((key) => key + String(browser.shared.getItem(key)))
        .join()
    expect(keys()).toContain('koppelpunt:signed-in')
    expect(keys()).not.toContain(id)
    await opened.shell.signOut()
    expect(keys()).not.toContain(id)
  })

  test('closes the dialog about an expired session after the user signs out in a different tab', async () => {
    const { shell } = await openSignedIn(tab, '/connect')
    const { portal, shell: shown } = await openSignedIn(other, '/connect')
    await sandbox.revokeSessions()
    const token = await portal.session.token()
    await expect(portal.session.tokenInsteadOf(token)).rejects.toBeInstanceOf(SessionEndedError)
    expect(portal.dialogs.$dialog.get()?.message.key).toBe('failure:session')
    await shell.signOut()
    expect(portal.dialogs.$dialog.get()).toBeNull()
    expect(shown.$shell.get()).toEqual(signedOut)
  })

  test('discards the tokens of a pending refresh after a sign-out in another tab', async () => {
    const { shell } = await openSignedIn(tab, '/connect')
    const { portal, shell: shown } = await openSignedIn(other, '/connect')
    const token = await portal.session.token()
    interceptNextRequest(tokenPath, () => shell.signOut())
    await expect(portal.session.tokenInsteadOf(token)).rejects.toBeInstanceOf(SessionEndedError)
    expect(other.isSignedIn()).toBe(false)
    expect(shown.$shell.get()).toEqual(signedOut)
  })

  test('does not leave the page after a write if the user has signed out in a different tab', async () => {
    const { shell } = await openSignedIn(tab, '/connect')
    const { portal, environment } = await openSignedIn(other, '/connect')
    const gateway = getGateway({ ...portal, person: examplePerson })
    await shell.signOut()
    void gateway.leave(new URL('https://accounting.test/activate'))
    expect(environment.visited).toEqual([])
  })

  test('discards a sign-in that is being completed while another tab signs out', async () => {
    const { shell } = await openSignedIn(tab, '/connect')
    const { environment } = await other.open('/connect')
    const answer = await other.answer(environment)
    interceptNextRequest(tokenPath, () => shell.signOut())
    const { result, environment: callback } = await other.callBack(answer)
    expect(result).toMatchObject({ key: 'shell:signedOutElsewhere' })
    expect(other.isSignedIn()).toBe(false)
    expect(callback.visited).toEqual([])
  })

  test('completes a sign-in that the user started before a different tab signed out', async () => {
    const { shell } = await openSignedIn(tab, '/connect')
    await openSignedIn(other, '/boarding')
    await other.open('/boarding')
    other.keepUser({ ...other.user(), refresh_token: undefined, expires_at: 0 })
    const { environment } = await other.open('/boarding')
    expect(environment.visited).toHaveLength(1)
    await shell.signOut()
    await other.callBack(await other.answer(environment))
    const { shell: shown } = await other.open('/boarding')
    expect(shown.$person.get()?.name).toBe('Reseller Oefenaccount')
  })

  test.each([false, true])(
    'ends the session after a missed sign-out of another tab (new sign-in there: %s)',
    async (isBack) => {
      const { environment } = await openSignedIn(tab, '/connect')
      const there = await openSignedIn(other, '/boarding')
      const silent = { ...environment, sharedStorage: browser.shared }
      signOutOtherTabs(silent)
      const mark = browser.shared.getItem('koppelpunt:signed-in')
      if (isBack) await markSignedIn(silent, tab.user().profile.sub, mark)
      expect(there.shell.$person.get()).not.toBeNull()
      await expect(there.portal.session.token()).rejects.toBeInstanceOf(SessionEndedError)
      expect(there.shell.$shell.get()).toEqual(signedOut)
    },
  )

  test('when the next page opens, detects a sign-out in a different tab that this tab missed', async () => {
    const { environment } = await openSignedIn(tab, '/connect')
    await openSignedIn(other, '/boarding')
    signOutOtherTabs({ ...environment, sharedStorage: browser.shared })
    const there = await other.open('/boarding')
    expect(there.shell.$shell.get()).toEqual(signedOut)
    expect(there.environment.visited).toEqual([])
    expect(other.isSignedIn()).toBe(false)
  })

  test('starts no new sign-in if a page misses a sign-out while it refreshes its token', async () => {
    const { environment } = await openSignedIn(tab, '/connect')
    await openSignedIn(other, '/boarding')
    other.keepUser({ ...other.user(), expires_at: 0 })
    const silent = { ...environment, sharedStorage: browser.shared }
    interceptNextRequest(tokenPath, () => signOutOtherTabs(silent))
    const there = await other.open('/boarding')
    expect(there.environment.visited).toEqual([])
    expect(there.shell.$shell.get()).toEqual(signedOut)
  })
})

describe('sign-in in one of two tabs', () => {
  test('signs the other tabs out when another user signs in', async () => {
    const there = await openSignedIn(other, '/connect')
    there.environment.tabStorage.setItem(`${tabKeyPrefix}user-1:connect`, 'a draft')
    const { environment } = await openSignedIn(tab, '/connect', 'admin@koppelpunt.test')
    const place = { administration: 1001, location: 2001 }
    const owner = createOwner(environment, tab.user().profile.sub)
    await rememberRecentPlace(owner, place)
    expect(there.shell.$shell.get()).toEqual(anotherUser)
    expect(other.isSignedIn()).toBe(false)
    expect(ofTab(there).join()).not.toContain(tabKeyPrefix)
    expect(await readRecentPlaces(owner)).toMatchObject([place])
    expect(tab.isSignedIn()).toBe(true)
  })

  test('removes only the data of other users from the tab', async () => {
    const { environment } = await openSignedIn(tab, '/connect')
    const own = `${tabKeyPrefix}${tab.user().profile.sub}:connect`
    for (const key of [own, `${tabKeyPrefix}user-2:connect`])
      environment.tabStorage.setItem(key, 'kept')
    const keys = ofTab(await tab.open('/boarding')).filter((key) => key?.startsWith(tabKeyPrefix))
    expect(keys).toEqual([own])
  })

  test('ignores tokens that a duplicated tab has copied', async () => {
    const hold = (name: string) => Promise.resolve(name !== 'taken')
    const copy = openTab(sandbox.url, { browser, hold })
    const { environment } = await openSignedIn(copy, '/connect')
    environment.tabStorage.setItem('koppelpunt:tab', 'taken')
    const { environment: page } = await copy.open('/connect')
    expect(copy.isSignedIn()).toBe(false)
    expect(page.visited[0]).toContain('/protocol/openid-connect/auth?')
  })

  test('keeps the other tabs signed in if the same user signs in', async () => {
    const there = await openSignedIn(other, '/connect')
    await openSignedIn(tab, '/connect')
    expect(there.shell.$person.get()).not.toBeNull()
    expect(await there.portal.session.token()).toBe(other.user().access_token)
  })

  test('keeps other tabs signed in if the shared storage is full', async () => {
    fillStorage(browser.shared)
    await openSignedIn(other, '/connect')
    await openSignedIn(tab, '/connect', 'admin@koppelpunt.test')
    expect((await other.open('/connect')).shell.$person.get()).not.toBeNull()
  })
})

describe('sign-out with unfinished work', () => {
  async function begun() {
    const opened = await openSignedIn(tab, '/')
    const { portal, environment, shell } = opened
    const { person } = signedIn(opened)
    const boarding = createBoardingScreen({ ...portal, person })
    const { serial_info: company } = boarding.initial
    const serial = { ...company.serial, name: 'Nieuwe Zaak' }
    boarding.keep({ ...boarding.initial, serial_info: { ...company, serial } })
    const names = { administration: 'Slijterij', location: 'Oost' }
    const owner = createOwner(environment, person.id)
    for (const [location, about] of [[2007, names] as const, [2008] as const]) {
      const place = { administration: 1006, location }
      const wizard = await openWizardDraft(owner, place, about, 'book')
      wizard.keep({ relationCode: '7' })
    }
    const memory = (name: string) => `${tabKeyPrefix}${person.id}:${name}`
    openDraft(owner, 'boarding-list', z.object({}), () => ({})).keep({})
    const leaving = shell.signOut()
    return { ...opened, dialog: await waitForDialog(portal), leaving, memory }
  }

  test('lists unfinished work before a sign-out and keeps the work if the user cancels the sign-out', async () => {
    const { dialog, leaving, shell, environment, memory } = await begun()
    expect(dialog).toMatchObject({
      isRisky: true,
      message: { key: 'shell:signOutQuestion' },
      detail: { key: 'shell:signOutKeeps' },
    })
    expect(dialog.about).toEqual([
      { key: 'shell:newCustomer', parameters: { name: 'Nieuwe Zaak' } },
      { key: 'shell:customerList' },
      { key: 'shell:settingUp', parameters: { administration: 'Slijterij', location: 'Oost' } },
      { key: 'shell:settingUp', parameters: { administration: '1006', location: '2008' } },
    ])
    dialog.answer(false)
    await leaving
    expect(shell.$person.get()).not.toBeNull()
    expect(tab.isSignedIn()).toBe(true)
    expect(environment.visited).toEqual([])
    expect(environment.tabStorage.getItem(memory('boarding'))).toContain('Nieuwe Zaak')
  })

  test('signs out and removes unfinished work if the user agrees', async () => {
    const { dialog, leaving, environment, memory } = await begun()
    dialog.answer(true)
    await leaving
    expect(tab.isSignedIn()).toBe(false)
    expect(environment.tabStorage.getItem(memory('boarding'))).toBeNull()
    expect(environment.visited[0]).toContain('/logout')
  })

  test('does not list a created customer as unfinished work', async () => {
    const opened = await openSignedIn(tab, '/')
    const { portal, shell } = opened
    const { person } = signedIn(opened)
    const boarding = createBoardingScreen({ ...portal, person })
    boarding.keep({ ...boarding.initial, merchant_info: { full_name: 'Zoe', username: '' } })
    const place = { administration: 1001, location: 2001 }
    recordBoardedCustomer(getGateway({ ...portal, person }).written, place)
    await shell.signOut()
    expect(tab.isSignedIn()).toBe(false)
  })
})

test.each([true, false])('offers once to reload a page of an older version: %j', async (agreed) => {
  const { portal, environment } = await openSignedIn(tab, '/boarding')
  environment.hear()
  expect(portal.dialogs.$dialog.get()).toBeNull()
  environment.sharedStorage.setItem(versionKey, '2')
  environment.hear()
  const question = await waitForDialog(portal)
  expect(question.message).toEqual({ key: 'shell:outdated' })
  question.answer(agreed)
  environment.hear()
  await expect.poll(() => environment.visited).toHaveLength(agreed ? 1 : 0)
  expect(portal.dialogs.$dialog.get()).toBeNull()
})
