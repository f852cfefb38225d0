import { expect } from 'vitest'
import { configurationFor } from '../../../test/configuration.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { liquor } from '../../../test/open-wizard.ts'
import { answerDialogs, createTestPortal, testUser } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import { boardingOperation } from '../boarding/writes.ts'
import { connectMemory, keyOperation } from '../connect/memory.ts'
import { createGateway } from '../operations/gateway.ts'
import { noteWork, readWork } from '../recent/worked-on.ts'
import { forgetMemory } from '../shell/memory-prefix.ts'
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

test.each([
  [
    'boarding made its key in this tab',
    (load: Load) => {
      const { operations } = createGateway(load().portal, testUser)
      const body = { administration_id: liquor.administration, location_id: liquor.location }
      operations.record(boardingOperation('key'), { body }, { id: 'sleutel' })
    },
  ],
  [
    'connect made its key in this tab',
    (load: Load) => {
      const { operations } = createGateway(load().portal, testUser)
      operations.record(keyOperation(liquor), {}, { id: 'sleutel' })
    },
  ],
  [
    'it was chosen in connect',
    (load: Load) => {
      connectMemory(load().portal.environment, testUser).write({
        administration: { id: liquor.administration, name: 'Slijterij' },
        location: { id: String(liquor.location), name: 'Slijterij' },
      })
    },
  ],
  [
    'the user worked on it in this browser',
    (load: Load) => noteWork(load().portal.environment, testUser, liquor),
  ],
] satisfies [string, (load: Load) => Promise<void> | void][])(
  'nothing is asked where %s',
  async (_, prepare: (load: Load) => Promise<void> | void) => {
    const { load, open } = browser()
    await prepare(load)
    expect(await open()).toEqual({ asked: [], status: 'connected' })
    expect((await open('user-2')).asked).toEqual(question)
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
  expect(environment.logged).toContain('this browser could not remember whose coupling it is')
})
