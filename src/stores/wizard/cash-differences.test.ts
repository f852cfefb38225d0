import { expect } from 'vitest'
import { createTestEnvironment } from '../../../test/environment.ts'
import { cheese, lookedUp, openWizard, readyWizard, writesTo } from '../../../test/open-wizard.ts'
import { testUser } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import { forgetMemory, keysOf } from '../../lib/remembered.ts'
import { cashDifferencesOf } from './draft.ts'

const prefix = 'koppelpunt:kept:cash-differences:'

/** Completes a wizard with another ledger for cash differences than the proposed one. */
async function complete() {
  const { setup, environment } = await readyWizard({ sandbox, ...cheese })
  await setup.ledgers.cash_differences.choose('1300')
  setup.ledgers.cash_differences.accept()
  await setup.submitting.submit()
  return environment
}

/** The next visit, in another tab of the same browser. */
async function visit({ sharedStorage }: { sharedStorage: Storage }, place = cheese) {
  const address = `http://localhost:4321/wizard?administration=${place.administration}&location=${place.location}`
  const environment = createTestEnvironment(address, { sharedStorage })
  const { setup } = await openWizard({ sandbox, ...place, environment })
  await lookedUp(setup)
  const { $number, $state } = setup.ledgers.cash_differences
  return [$number.get(), $state.get()] as const
}

test('the ledger that no setting names is not asked for again in this browser', async () => {
  const environment = await complete()
  expect(await visit(environment)).toMatchObject(['1300', { origin: 'named' }])
  expect((await writesTo(sandbox)).filter(({ call }) => call.includes('grootboeken'))).toEqual([])
})

test('it is remembered under a digest, for one user and place and until the sign-out', async () => {
  const environment = await complete()
  const [key = ''] = keysOf(environment.sharedStorage, prefix)
  expect(key).not.toContain(testUser)
  expect(key).not.toContain(String(cheese.location))
  const { last } = await cashDifferencesOf(environment, 'user-2', cheese)
  expect(last).toBeNull()
  const elsewhere = { administration: 1006, location: 2007 }
  expect(await visit(environment, elsewhere)).toMatchObject(['4752', { origin: 'unaccepted' }])
  forgetMemory(environment)
  expect(keysOf(environment.sharedStorage, prefix)).toEqual([])
  expect(await visit(environment)).toMatchObject(['4752', { origin: 'unaccepted' }])
})

test.each(['', '0', 'list', '{}'])('what is not a number is not used: %j', async (stored) => {
  const environment = await complete()
  const [key = ''] = keysOf(environment.sharedStorage, prefix)
  environment.sharedStorage.setItem(key, stored)
  expect(await visit(environment)).toMatchObject(['4752', { origin: 'unaccepted' }])
})
