import { describe, expect } from 'vitest'
import { createManualClock, waitForLookups, openWizard } from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import { ledgerCheckDelay, relationCheckDelay } from '../../lib/limits.ts'
import type { CouplingSetup } from './setup.ts'

const ledgerPath = '/api/snelstart/journals/grootboeken/{number}'
const delay = { kind: 'delay', milliseconds: 500 } as const

describe('lookup of a typed value', () => {
  async function typing() {
    const clock = createManualClock()
    const sent: string[] = []
    const opened = await openWizard({
      changes: {
        wait: clock.wait,
        fetch: (request, options) => {
          sent.push((request as Request).url.replace(/^.*\/snelstart\//, ''))
          return fetch(request, options)
        },
      },
    })
    sent.length = 0
    const sentNow = async () => {
      await sandbox.requests()
      return sent
    }
    return { ...opened, clock, sentNow }
  }

  test.each([
    ['a ledger number', ledgerCheckDelay, '8040', (setup: CouplingSetup) => setup.ledgers.cash],
    ['a relation code', relationCheckDelay, '100', (setup: CouplingSetup) => setup.relation],
  ] as const)('sends one lookup of %s, %d ms after the last keystroke', async (...row) => {
    const [, pause, typed, itemOf] = row
    const { setup, clock, sentNow } = await typing()
    const { input, $state } = itemOf(setup)
    for (let length = 1; length <= typed.length; length += 1) {
      input(typed.slice(0, length))
      expect($state.get()).toEqual({ status: 'checking' })
      clock.advance(pause - 1)
      expect(await sentNow()).toEqual([])
    }
    clock.advance(1)
    await waitForLookups(setup)
    expect($state.get().status).toBe('existing')
    expect(await sentNow()).toEqual([expect.stringContaining(typed)])
  })

  test('looks up a number without a delay if the user picks the number from the list', async () => {
    const { setup, clock, sentNow } = await typing()
    setup.ledgers.cash.input('1')
    await setup.ledgers.cash.choose('1000')
    expect(setup.ledgers.cash.$state.get()).toMatchObject({
      status: 'existing',
      ledger: { number: '1000', description: 'Kas' },
    })
    clock.advance(ledgerCheckDelay)
    expect(await sentNow()).toEqual(['journals/grootboeken/1000?location=2008'])
  })
})

test.each([
  ['aborted request', {}],
  ['late response', { fetch: (request: RequestInfo | URL) => fetch(request) }],
])('uses only the lookup of the last number: %s', async (_, changes) => {
  const { setup } = await openWizard({ changes })
  await sandbox.clearRequests()
  await sandbox.strikeNext('GET', ledgerPath, delay)
  const { cash } = setup.ledgers
  const slow = cash.choose('8040')
  await expect.poll(async () => (await sandbox.requests()).length).toBe(1)
  await cash.choose('1000')
  await slow
  await sandbox.settled()
  expect(cash.$number.get()).toBe('1000')
  expect(cash.$state.get()).toMatchObject({ status: 'existing', ledger: { number: '1000' } })
})
