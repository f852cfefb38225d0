import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { chooseApplication, openWizard, settleLedgers } from '../../../test/setup.ts'
import { startTestSandbox } from '../../../test/sandbox.ts'

let sandbox: Awaited<ReturnType<typeof startTestSandbox>>

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.reset())

const cheese = { administration: 1007, location: 2008 }

test('desktop with stock: stored exactly, imported, and on to the customer portal', async () => {
  const { setup, environment, dialogs } = await openWizard({ sandbox, ...cheese })
  chooseApplication(setup, { application: 'desktop', usesStock: true })
  await settleLedgers(setup)
  void setup.submit()
  await expect.poll(() => environment.visited.length).toBe(1)
  expect(dialogs).toEqual(['wizard:startImport'])
  expect(environment.visited).toEqual([`${sandbox.url}/customers`])
  expect(setup.saving.$lines.get()).toEqual({
    settings: { status: 'ok' },
    payment_ledgers: { status: 'ok' },
    key: { status: 'ok' },
  })
})
