import { expect, test } from 'vitest'
import type { Call } from '../../lib/api/caller.ts'
import { listLocations, listAdministrations } from '../../lib/api/places.ts'
import { findRegistration } from '../../lib/api/registrations.ts'
import { findNamesakes } from './customer-writes.ts'

const sent = { name: 'Zaak', country_code: 'NL', coc: '12345678', subscriptions: [12], emails: [] }
const told = { coc: '12345678', subscriptions: [12], emails: [] }

test('of namesakes without a location, those of which all is told come first', async () => {
  const registrations = [{ administration_id: 1 }, { administration_id: 2, ...told }]
  const answers = new Map<unknown, (request: { query?: object }) => unknown>([
    [listAdministrations, () => [1, 2].map((id) => ({ id, name: 'Zaak', country_code: 'NL' }))],
    [listLocations, () => []],
    [
      findRegistration,
      ({ query }) =>
        registrations.find((each) => each.administration_id === Object.values(query ?? {})[0]),
    ],
  ])
  const call = ((endpoint: unknown, request: object) =>
    Promise.resolve(answers.get(endpoint)?.(request))) as Call
  const found = await findNamesakes(call, sent)
  expect(found.map(({ administration_id: id, isCertain }) => [id, isCertain])).toEqual([
    [2, true],
    [1, false],
  ])
})
