import { expect } from 'vitest'
import { sandbox, test } from '../../test/test.ts'

const create = (key: string, name = 'Oefenwinkel Eenmaal') =>
  sandbox.callApi('POST /serials/serial', {
    headers: { 'idempotency-key': key },
    body: { name, country_code: 'NL' },
  })

const count = async () => (await sandbox.rows('administrations')).length

test('the same call with the same key is executed once', async () => {
  const before = await count()
  const first = await create('a')
  expect(await create('a')).toEqual(first)
  expect(await count()).toBe(before + 1)
  expect(await create('b')).not.toEqual(first)
})

test('so are two that come at the same time', async () => {
  const before = await count()
  const [first, second] = await Promise.all([create('a'), create('a')])
  expect(second).toEqual(first)
  expect(await count()).toBe(before + 1)
})

test('a refusal executed nothing, so that the call can be put right', async () => {
  expect((await create('a', '')).status).toBe(400)
  expect((await create('a')).status).toBe(200)
})

test('a key is not for another body', async () => {
  await create('a')
  expect((await create('a', 'Een ander')).status).toBe(422)
})
