import { expect } from 'vitest'
import { sandbox, test } from '../../test/test.ts'

const create = (key: string, name = 'Oefenwinkel Eenmaal') =>
  sandbox.callApi('POST /serials/serial', {
    headers: { 'idempotency-key': key },
    body: { name, country_code: 'NL' },
  })

const count = async () => (await sandbox.rows('administrations')).length

test('executes a repeated call with the same idempotency key once', async () => {
  const before = await count()
  const first = await create('a')
  expect(await create('a')).toEqual(first)
  expect(await count()).toBe(before + 1)
  expect(await create('b')).not.toEqual(first)
})

test('executes two concurrent calls with the same idempotency key once', async () => {
  const before = await count()
  const [first, second] = await Promise.all([create('a'), create('a')])
  expect(second).toEqual(first)
  expect(await count()).toBe(before + 1)
})

test('executes a corrected call with the idempotency key of a refused one', async () => {
  expect((await create('a', '')).status).toBe(400)
  expect((await create('a')).status).toBe(200)
})

test('refuses a used idempotency key with a different request body', async () => {
  await create('a')
  expect((await create('a', 'Een ander')).status).toBe(422)
})
