import { expect } from 'vitest'
import { openFaultyTab } from '../../../test/fault-matrix.ts'
import { testFaultedWrites } from '../../../test/faulted-writes.ts'
import {
  getVisitedUrl,
  keysPath,
  marketLocation,
  openConnectWithPlace,
} from '../../../test/open-connect.ts'
import { answerDialogs } from '../../../test/portal.ts'
import { sandbox } from '../../../test/test.ts'

const key = 'POST /snelstart/keys/unconnected'
const failed = 'failure:creatingLocation'
const questions = ['form:perhapsKeyMade', 'form:keyAgain']

testFaultedWrites([
  {
    name: 'key',
    call: { method: 'POST', path: keysPath },
    open: async (header) => {
      const tab = openFaultyTab(sandbox, 'http://localhost:4321/connect')
      const there = await openConnectWithPlace(marketLocation, {
        environment: tab.environment,
        header,
      })
      const shown = answerDialogs(there.portal)
      await sandbox.clearRequests()
      return {
        ...tab,
        shown,
        act: there.connect.submit,
        visible: () => ({ visited: tab.environment.visited, isBusy: there.connect.$isBusy.get() }),
        expectKept: () => {
          expect(there.connect.$choice.get()).toMatchObject({
            location: { id: marketLocation.location },
          })
        },
        expectDone: async () => {
          expect(tab.environment.visited).toHaveLength(1)
          const keys = (await sandbox.rows('keys')).filter(
            ({ location_id }) => location_id === marketLocation.location,
          )
          expect(keys.map(({ id }) => id)).toEqual([
            getVisitedUrl(there).searchParams.get('referenceKey'),
          ])
        },
      }
    },
    tells: () => ({ visited: [], isBusy: false }),
    shows: () => [failed],
    asks: ({ isUncertain }) => (isUncertain ? questions : []),
    writes: [key],
    after: () => [key],
    untold: { shows: failed, asks: questions },
  },
])
