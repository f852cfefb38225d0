import { describe, expect } from 'vitest'
import { cheese, haveOverlapped, liquor, openWizard } from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'

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

describe('opening a wizard', () => {
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
})
