import { describe, expect } from 'vitest'
import { cheese, createManualClock, lookedUp, openWizard } from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import { ledgerCheckDelay, relationCheckDelay } from '../../lib/limits.ts'

const ledgerPath = '/api/snelstart/journals/grootboeken/{number}'
const delay = { kind: 'delay', milliseconds: 500 } as const

describe('typing', () => {
  async function typing() {
    const clock = createManualClock()
    const sent: string[] = []
    const opened = await openWizard({
      ...cheese,
      changes: {
        wait: clock.wait,
        fetch: (request, options) => {
          sent.push((request as Request).url.replace(/^.*\/snelstart\//, ''))
          return fetch(request, options)
        },
      },
    })
    sent.length = 0
    /** What was sent once nothing that was begun is still on its way out. */
    const sentNow = async () => {
      await sandbox.requests()
      return sent
    }
    return { ...opened, clock, sentNow }
  }

  test('a ledger number quickly sends one look-up, 500 ms after the last key', async () => {
    const { setup, clock, sentNow } = await typing()
    const { cash } = setup.ledgers
    for (const number of ['8', '80', '804', '8040']) {
      cash.input(number)
      expect(cash.$number.get()).toBe(number)
      expect(cash.$state.get()).toEqual({ status: 'checking' })
      clock.advance(ledgerCheckDelay - 1)
      expect(await sentNow()).toEqual([])
    }
    clock.advance(1)
    await lookedUp(setup)
    expect(cash.$state.get()).toMatchObject({ status: 'existing', ledger: { number: '8040' } })
    expect(await sentNow()).toEqual(['journals/grootboeken/8040?location=2008'])
    expect(ledgerCheckDelay).toBe(500)
  })

  test('a relation code quickly sends one look-up, 600 ms after the last key', async () => {
    const { setup, clock, sentNow } = await typing()
    for (const code of ['1', '10', '100']) {
      setup.relation.input(code)
      expect(setup.relation.$state.get()).toEqual({ status: 'checking' })
      clock.advance(relationCheckDelay - 1)
      expect(await sentNow()).toEqual([])
    }
    clock.advance(1)
    await lookedUp(setup)
    expect(setup.relation.$state.get()).toMatchObject({
      status: 'existing',
      relation: { code: '100' },
    })
    expect(await sentNow()).toEqual([expect.stringContaining('relatiecode=100')])
    expect(relationCheckDelay).toBe(600)
  })

  test('a number chosen from the list is looked up at once', async () => {
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
  ['called off', {}],
  ['called off, and comes all the same', { fetch: (request: RequestInfo | URL) => fetch(request) }],
])('a slow answer to what was typed before is %s', async (_, changes) => {
  const { setup } = await openWizard({ ...cheese, changes })
  await sandbox.clearRequests()
  await sandbox.injectFault({ method: 'GET', path: ledgerPath, times: 1, fault: delay })
  const { cash } = setup.ledgers
  const slow = cash.choose('8040')
  await expect.poll(async () => (await sandbox.requests()).length).toBe(1)
  await cash.choose('1000')
  await slow
  await sandbox.settled()
  expect(cash.$number.get()).toBe('1000')
  expect(cash.$state.get()).toMatchObject({ status: 'existing', ledger: { number: '1000' } })
})
