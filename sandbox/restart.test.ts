import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandboxControl } from '../test/sandbox.ts'
import { DatabaseError } from './database/database.ts'
import { startSandbox } from './start.ts'
import { CodeFlow } from '../test/code-flow.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koppelpunt-'))
})
afterEach(() => rm(folder, { recursive: true }))

const answering = (url: string) =>
  expect
    .poll(() =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)

test('keeps data, sessions, tokens and late confirmations after a restart', async () => {
  const db = join(folder, 'deeper', 'sandbox.sqlite')
  const first = await startSandbox({ port: 0, db })
  const port = Number(new URL(first.url).port)
  const control = createSandboxControl(first.url)
  const flow = new CodeFlow(first.url)
  const tokens = await flow.exchange(await flow.signIn({ account: 'admin@koppelpunt.test' }))
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'idempotency-key': 'one' }
  const createKey = async () => {
    const answer = await fetch(`${first.url}/api/snelstart/keys/unconnected`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ administration_id: 1001, location_id: 2001 }),
    })
    return (await answer.json()) as { id: string }
  }
  const key = await createKey()
  await control.changeSettings({ activationDelay: 0.2 })
  await control.setFlag('dry_run', { enabled: true })
  await fetch(`${first.url}/accounting/activate`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      referenceKey: key.id,
      successUrl: 'http://localhost:4321/wizard',
      outcome: 'late',
    }),
  })
  await first.close()

  const second = await startSandbox({ port, db })
  await answering(second.url)
  expect(await createKey()).toEqual(key)
  await expect
    .poll(async () => {
      const company = await fetch(`${second.url}/api/snelstart/company?location=2001`, {
        headers: { authorization: headers.authorization, administration: '1001' },
      })
      return company.status
    })
    .toBe(200)
  expect(await flow.refresh(tokens.refresh_token)).toHaveProperty('access_token')
  expect((await control.rows('flags')).find(({ name }) => name === 'dry_run')?.enabled).toBe(true)
  await second.close()

  const third = await startSandbox({ port, db, reset: true })
  await answering(third.url)
  expect((await control.rows('keys')).map(({ id }) => id)).not.toContain(key.id)
  await third.close()
})

test('adds administrations to an existing database only up to the requested number', async () => {
  const db = join(folder, 'sandbox.sqlite')
  const names = async (administrations: number) => {
    const sandbox = await startSandbox({ port: 0, db, administrations })
    const rows = await createSandboxControl(sandbox.url).rows('administrations')
    await sandbox.close()
    return rows.length
  }
  expect(await names(2)).toBe(9)
  expect(await names(3)).toBe(10)
  expect(await names(0)).toBe(10)
})

test.each([
  [
    'a file that is not a database',
    (file: string) => writeFile(file, 'no database at all\n'.repeat(100)),
  ],
  ['a truncated database', (file: string) => truncate(file, 20_000)],
  [
    'a corrupt database',
    async (file: string) => {
      const bytes = await readFile(file)
      await writeFile(file, bytes.fill(0xff, 5000, 30_000))
    },
  ],
])('refuses %s with one line and replaces it on reset', async (_what, harm) => {
  const db = join(folder, 'sandbox.db')
  await (await startSandbox({ port: 0, db })).close()
  await harm(db)
  const harmed = await readFile(db)

  const refused = startSandbox({ port: 0, db })
  await expect(refused).rejects.toThrow(DatabaseError)
  await expect(refused).rejects.toMatchObject({ message: `${db} is not a database` })
  expect(await readFile(db)).toEqual(harmed)

  const sandbox = await startSandbox({ port: 0, db, reset: true })
  expect(await createSandboxControl(sandbox.url).rows('administrations')).toHaveLength(7)
  await sandbox.close()
  expect(await readFile(`${db}.broken`)).toEqual(harmed)
})

test('never removes a folder at the path of the database', async () => {
  const db = join(folder, 'sandbox.db')
  await mkdir(db)
  for (const reset of [false, true]) {
    const refused = startSandbox({ port: 0, db, reset })
    await expect(refused).rejects.toThrow(/sandbox\.db cannot be opened \(.+\)$/)
  }
})
