import { expect } from 'vitest'
import {
  expectNoDuplicatesAfterTwoInterruptions,
  expectNoDuplicatesAfterInterruption,
  interruptionKinds,
  type Scenario,
} from '../../../test/interruptions.ts'
import {
  choosePlace,
  getVisitedUrl,
  keysPath,
  marketLocation,
  openConnectScreen,
} from '../../../test/open-connect.ts'
import { answerDialogs } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'

function connectForm(): Scenario {
  /** Number of additional keys that the user agreed to or a sign-out allows. */
  let allowed = 1
  const keys = async () =>
    (await sandbox.rows('keys')).filter((row) => row.location_id === marketLocation.location)
  return {
    prepare: async () => {
      allowed = 0
      await sandbox.reset()
    },
    address: 'http://localhost:4321/connect',
    open: async ({ options }, isNew) => {
      const page = openConnectScreen({ ...options, header: '' })
      answerDialogs(page.portal, options.agrees)
      if (isNew) {
        allowed += 1
        await choosePlace(page)
      }
      expect(page.connect.$choice.get()).toMatchObject({
        location: { id: marketLocation.location },
      })
      return {
        press: () => page.connect.submit(),
        isDone: () => page.environment.visited.length > 0,
        expectTrue: async () => {
          if (page.environment.visited.length === 0) return
          const ids = (await keys()).map(({ id }) => id)
          expect(ids).toContain(getVisitedUrl(page).searchParams.get('referenceKey'))
        },
      }
    },
    truth: async (question) => {
      if ('kind' in question && question.kind === 'alert') return true
      expect(question.message.key).toBe('form:perhapsKeyMade')
      allowed += (await keys()).length
      return true
    },
    secrets: async () => ['Oefenmarkt', 'Markthal', ...(await keys()).map(({ id }) => id)],
    subjectOf: ({ call }) => Promise.resolve(call),
    expectOnce: (sent) => {
      const created = sent.filter(
        ({ call, isAccepted }) => isAccepted && call === `POST ${keysPath}`,
      )
      expect(created.length).toBeGreaterThan(0)
      expect(created.length).toBeLessThanOrEqual(allowed)
      return Promise.resolve()
    },
  }
}

test.each(interruptionKinds)('creates one key if a %s interrupts the submit', async (kind) =>
  expectNoDuplicatesAfterInterruption(connectForm(), kind),
)

test('creates one key despite any two interruptions of the submit', () =>
  expectNoDuplicatesAfterTwoInterruptions(connectForm(), { numRuns: 40, events: 8 }))
