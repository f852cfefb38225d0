import { beforeEach, expect } from 'vitest'
import { sandbox, test } from '../../test/test.ts'

let authorization: string
beforeEach(async () => {
  authorization = `Bearer ${await sandbox.token('admin@koppelpunt.test')}`
})

const create = async (key: string, name = 'Oefenwinkel Eenmaal') => {
  const answer = await fetch(`${sandbox.url}/api/serials/serial`, {
    method: 'POST',
    headers: { authorization, 'idempotency-key': key },
    body: JSON.stringify({ name, country_code: 'NL' }),
  })
  return { status: answer.status, body: await answer.text() }
}

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
