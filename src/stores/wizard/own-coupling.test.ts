import { expect } from 'vitest'
import { configurationFor } from '../../../test/configuration.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { liquor } from '../../../test/open-wizard.ts'
import { answerDialogs, createTestPortal, testUser } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import { findMadeKey, noteMadeKey, connectMemory, readWork } from '../coupling/remembered-places.ts'
import { forgetMemory } from '../../lib/remembered.ts'
import { createOpening } from './opening.ts'

const query = `administration=${liquor.administration}&location=${liquor.location}`
const question = ['wizard:foreignCoupling']

/** A browser at /polaris; each opening is a load of the page, agreed to or not where it asks. */
function browser(path = 'polaris') {
  const environment = createTestEnvironment(`http://localhost:4321/en/${path}?${query}`)
  function load(user = testUser, agrees = false) {
    const portal = createTestPortal({
      configuration: configurationFor(sandbox.url),
      environment,
      token: () => sandbox.token('admin@koppelpunt.test'),
      locale: 'en',
    })
    const asked = answerDialogs(portal, () => agrees)
    const variant = path === 'polaris' ? 'polaris' : 'wizard'
    const opening = createOpening({ portal, user, variant })
    return { portal, opening, asked }
  }
  async function open(user?: string, agrees?: boolean) {
    const { opening, asked } = load(user, agrees)
    await opening.start()
    return { asked, status: opening.$opening.get().status }
  }
  return { environment, load, open }
}

type Load = ReturnType<typeof browser>['load']

test('a coupling that nobody began here is asked about, and a no leads home', async () => {
  const { environment, open } = browser()
  expect(await open()).toEqual({ asked: question, status: 'loading' })
  expect(environment.visited).toEqual(['http://localhost:4321/en'])
  expect(await readWork(environment, testUser)).toEqual([])
  // A reload is no answer.
  expect((await open()).asked).toEqual(question)
})

test('the question names the place, and declining comes first', async () => {
  const { load } = browser()
  const { portal, opening } = load()
  portal.dialogs.$dialog.listen((dialog) => {
    if (dialog === null) return
    expect(dialog).toMatchObject({
      isRisky: true,
      decline: { key: 'wizard:notOwnCoupling' },
      message: {
        parameters: { administration: 'Oefenslijterij Compleet (BE)', location: 'Slijterij' },
      },
    })
  })
  await opening.start()
  expect.assertions(1)
})

test('a yes is asked for once, also after a sign-out, and of each user', async () => {
  const { environment, open } = browser()
  expect(await open(testUser, true)).toEqual({ asked: question, status: 'connected' })
  expect(await open()).toEqual({ asked: [], status: 'connected' })
  expect(await open('user-2')).toEqual({ asked: question, status: 'loading' })
  forgetMemory(environment)
  expect(await open()).toEqual({ asked: [], status: 'connected' })
  const { sharedStorage } = environment
  const keys = Array.from({ length: sharedStorage.length }, (_, index) => sharedStorage.key(index))
  expect(keys.join()).not.toMatch(/user-1|1006|2007/)
})

type Prepare = (load: Load) => Promise<unknown>

test('nothing is asked of whoever made its key here, then and once it is in use', async () => {
  const { environment, open } = browser()
  const key = { ...liquor, key: 'sleutel', approvedBy: 'polaris', replacesAnother: false } as const
  await noteMadeKey(environment, testUser, key)
  expect(await open()).toEqual({ asked: [], status: 'connected' })
  expect(await findMadeKey(environment, testUser, liquor)).toBeNull()
  expect(await open()).toEqual({ asked: [], status: 'connected' })
  expect((await open('user-2')).asked).toEqual(question)
})

const provesNothing: Record<string, Prepare> = {
  'its wizard was opened in another tab': async (load) => {
    const { portal } = load()
    await createOpening({ portal, user: testUser, variant: 'wizard' }).start()
    expect(await readWork(portal.environment, testUser)).toHaveLength(1)
  },
  'it was chosen in connect': (load) => {
    connectMemory(load().portal.environment, testUser).write({
      administration: { id: liquor.administration, name: 'Slijterij' },
      location: { id: String(liquor.location), name: 'Slijterij' },
    })
    return Promise.resolve()
  },
  'another user said yes': async (load) => {
    await load('user-2', true).opening.start()
  },
}

test.each(Object.entries(provesNothing))(
  'a coupling is asked about although %s',
  async (_, prepare) => {
    const { load, open } = browser()
    await prepare(load)
    expect(await open()).toEqual({ asked: question, status: 'loading' })
  },
)

test('/wizard asks nothing', async () => {
  const { open } = browser('wizard')
  expect(await open()).toEqual({ asked: [], status: 'connected' })
})

test('where the browser cannot remember a yes, it goes on all the same', async () => {
  const { environment, open } = browser()
  Object.assign(environment.sharedStorage, {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  expect(await open(testUser, true)).toEqual({ asked: question, status: 'connected' })
  expect(environment.logged).toContain('this browser could not remember: ownCoupling')
})
