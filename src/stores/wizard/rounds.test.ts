import { describe, expect } from 'vitest'
import {
  cheese,
  createManualClock,
  haveOverlapped,
  liquor,
  lookedUp,
  openWizard,
} from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import { ledgerCheckDelay, relationCheckDelay } from '../../lib/limits.ts'

const ledgerPath = '/api/snelstart/journals/grootboeken/{number}'
const delay = { kind: 'delay', milliseconds: 500 } as const

async function callsSince() {
  await sandbox.settled()
  const requests = await sandbox.requests()
  const isFirst = ({ path }: { path: string }) => !/grootboeken|relations/.test(path)
  return {
    first: requests.filter(isFirst),
    second: requests.filter((request) => !isFirst(request)),
    paths: requests.map(({ path }) => path.replace('/api/', '')).toSorted(),
  }
}

describe('opening', () => {
  const firstRound = [
    'locations/location/2008',
    'registrations/registration',
    'serials/serial/1007',
    'snelstart/company',
    'snelstart/company/info',
    'snelstart/salesorder/template',
  ]
  const ledgers = ['2050', '2200', '2210', '2220', '4752', '7980', '8040'].map(
    (number) => `snelstart/journals/grootboeken/${number}`,
  )

  test('takes two rounds: nothing in a round waits for another answer of that round', async () => {
    await sandbox.injectFault({ method: 'GET', path: '/api/{group}/{item}/{id}', fault: delay })
    for (const path of [
      '/api/registrations/registration',
      '/api/snelstart/company',
      '/api/snelstart/company/info',
      '/api/snelstart/salesorder/template',
      '/api/snelstart/relations',
      ledgerPath,
    ]) {
      await sandbox.injectFault({ method: 'GET', path, fault: delay })
    }
    await openWizard({ sandbox, ...cheese })
    const { first, second, paths } = await callsSince()
    expect(paths).toEqual([...firstRound, ...ledgers, 'snelstart/relations'].toSorted())
    expect([...first, ...second].every(({ fault }) => fault === 'delay')).toBe(true)
    expect(haveOverlapped(first)).toBe(true)
    expect(haveOverlapped(second)).toBe(true)
    // Nobody waits for the registration, which is only shown.
    const awaited = first.filter(({ path }) => !path.includes('registration'))
    const firstEnd = Math.max(...awaited.map(({ finishedAt }) => finishedAt ?? Infinity))
    expect(Math.min(...second.map(({ startedAt }) => startedAt))).toBeGreaterThanOrEqual(firstEnd)
  })

  test('a default relation that the key has is looked up in the second round too', async () => {
    await sandbox.injectFault({ method: 'GET', path: ledgerPath, fault: delay })
    await sandbox.injectFault({
      method: 'GET',
      path: '/api/snelstart/relations/{id}',
      fault: delay,
    })
    await openWizard({ sandbox, ...liquor })
    const { second } = await callsSince()
    expect(second).toHaveLength(8)
    expect(haveOverlapped(second)).toBe(true)
  })

  test('order templates that cannot be loaded leave the wizard usable, and can be asked for again', async () => {
    await sandbox.injectFault({
      method: 'GET',
      path: '/api/snelstart/salesorder/template',
      times: 1,
      fault: { kind: 'status', status: 500 },
    })
    const { setup } = await openWizard({ sandbox, ...liquor })
    expect(setup.templates.$list.get()).toMatchObject({
      status: 'failed',
      detail: { key: 'failure:statusWithMessages', parameters: { status: '500' } },
    })
    expect(setup.initial.snelstart.application).toBe('desktop')
    await setup.templates.load()
    expect(setup.templates.$list.get()).toMatchObject({ status: 'loaded' })
  })
})

describe('typing', () => {
  async function typing() {
    const clock = createManualClock()
    const sent: string[] = []
    const opened = await openWizard({
      sandbox,
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

  test('nothing sends nothing', async () => {
    const { setup, clock, sentNow } = await typing()
    setup.ledgers.cash.input('8040')
    setup.ledgers.cash.input(' ')
    setup.relation.input('')
    clock.advance(relationCheckDelay)
    expect(await sentNow()).toEqual([])
    expect(setup.ledgers.cash.$state.get()).toEqual({ status: 'empty' })
    expect(setup.relation.$state.get()).toEqual({ status: 'empty' })
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

describe('a slow answer to what was typed before', () => {
  test('is ignored by a ledger', async () => {
    const { setup } = await openWizard({ sandbox, ...cheese })
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

  test('is ignored by the relation', async () => {
    const { setup } = await openWizard({ sandbox, ...cheese })
    await sandbox.clearRequests()
    const path = '/api/snelstart/relations'
    await sandbox.injectFault({ method: 'GET', path, times: 1, fault: delay })
    setup.relation.input('7')
    await expect.poll(async () => (await sandbox.requests()).length).toBe(1)
    setup.relation.input('100')
    await lookedUp(setup)
    await sandbox.settled()
    expect(setup.relation.$code.get()).toBe('100')
    expect(setup.relation.$state.get()).toMatchObject({
      status: 'existing',
      relation: { code: '100' },
    })
  })

  test('is ignored when it comes although it was called off', async () => {
    const changes = { fetch: (request: RequestInfo | URL) => fetch(request) }
    const { setup } = await openWizard({ sandbox, ...cheese, changes })
    await sandbox.clearRequests()
    await sandbox.injectFault({ method: 'GET', path: ledgerPath, times: 1, fault: delay })
    const { cash } = setup.ledgers
    const slow = cash.choose('8040')
    await expect.poll(async () => (await sandbox.requests()).length).toBe(1)
    await cash.choose('1000')
    await slow
    expect(cash.$number.get()).toBe('1000')
    expect(cash.$state.get()).toMatchObject({ status: 'existing', ledger: { number: '1000' } })
  })
})
