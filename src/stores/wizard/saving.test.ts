import { describe, expect } from 'vitest'
import {
  cheese,
  chooseImports,
  liquor,
  lookedUp,
  readyWizard,
  storedOf,
  writesTo,
} from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { Setup } from './setup.ts'

const ok = { status: 'ok' }
const paymentLedgersPath = '/api/accounting/paymentledgers'
const keyPath = '/api/snelstart/keys/{id}'
const refused = { kind: 'status', status: 422, body: { message: 'Nu even niet.' } } as const

/** A wizard that stays on its page and starts no import, to look at the saves. */
const ready = (place = cheese) =>
  readyWizard({
    sandbox,
    ...place,
    flags: ['skip_final_redirect'],
    agrees: (key) => key !== 'wizard:startImport',
  })

async function chooseRelation(setup: Setup, code: string): Promise<void> {
  setup.relation.input(code)
  await lookedUp(setup)
}

/** What was written since the last time. */
async function writes() {
  const written = await writesTo(sandbox)
  await sandbox.clearRequests()
  return written.toSorted((a, b) => a.call.localeCompare(b.call))
}

const keyWrites = async () => (await writes()).filter(({ call }) => call.includes('/keys/'))

describe('the walk-in relation is saved with the API key', () => {
  const relationOf = async (code: string, place = cheese) =>
    (await storedOf(sandbox, place)).relations.find(({ relatiecode }) => relatiecode === code)?.id
  const defaultOf = async (place = cheese) =>
    (await storedOf(sandbox, place)).keys[0]?.default_no_relation

  test('not when it is -2 and there never was a default: the line is ok at once', async () => {
    const { setup } = await ready()
    const lines: string[] = []
    setup.submitting.$lines.listen(({ key }) => lines.push(key.status))
    await setup.submitting.submit()
    expect(setup.submitting.$lines.get().key).toEqual(ok)
    expect(lines).toContain('loading')
    expect(await keyWrites()).toEqual([])
    expect(await defaultOf()).toBeNull()
  })

  test('when it has another code', async () => {
    const { setup } = await ready()
    await chooseRelation(setup, '100')
    await setup.submitting.submit()
    const id = await relationOf('100')
    expect(await keyWrites()).toEqual([
      {
        call: 'PUT /snelstart/keys/7d1c9a40-0000-4b52-8e11-000000002008',
        body: { default_no_relation: id },
      },
    ])
    expect(await defaultOf()).toBe(id)
  })

  test('when it is -2 and there is a default already', async () => {
    const { setup } = await ready(liquor)
    await setup.submitting.submit()
    const id = await relationOf('-2', liquor)
    expect(await keyWrites()).toMatchObject([{ body: { default_no_relation: id } }])
    expect(await defaultOf(liquor)).toBe(id)
  })

  test('when it goes back to -2 after another one was saved here', async () => {
    const { setup } = await ready()
    await chooseRelation(setup, '100')
    await setup.submitting.submit()
    await chooseRelation(setup, '-2')
    await setup.submitting.submit()
    const [other, walkIn] = [await relationOf('100'), await relationOf('-2')]
    expect((await keyWrites()).map(({ body }) => body)).toEqual([
      { default_no_relation: other },
      { default_no_relation: walkIn },
    ])
    expect(await defaultOf()).toBe(walkIn)
  })

  test.each(['lost', 'drop'] as const)(
    'when it goes back to -2 after an answer about another one was %s',
    async (kind) => {
      const { setup } = await ready()
      await chooseRelation(setup, '100')
      await sandbox.injectFault({ method: 'PUT', path: keyPath, times: 1, fault: { kind } })
      await setup.submitting.submit()
      expect(setup.submitting.$lines.get().key).toEqual({
        status: 'error',
        message: { key: 'failure:unreachable' },
      })
      await chooseRelation(setup, '-2')
      await setup.submitting.submit()
      expect(setup.submitting.$lines.get().key).toEqual(ok)
      expect(await defaultOf()).toBe(await relationOf('-2'))
    },
  )

  test('or its line says that the connection has no key', async () => {
    const { identifier } = await storedOf(sandbox, cheese)
    await sandbox.injectFault({
      method: 'GET',
      path: '/api/snelstart/company',
      times: 2,
      fault: { kind: 'answer', body: { snelstart_administratie_identifier: identifier } },
    })
    const { setup } = await ready()
    await chooseRelation(setup, '100')
    await setup.submitting.submit()
    expect(setup.submitting.$lines.get()).toEqual({
      settings: ok,
      payment_ledgers: ok,
      key: { status: 'error', message: { key: 'wizard:keyMissing' } },
    })
    await chooseRelation(setup, '-2')
    await setup.submitting.submit()
    expect(setup.submitting.$lines.get().key).toEqual(ok)
  })
})

describe('saving again', () => {
  async function halfSaved() {
    const opened = await ready()
    const { setup } = opened
    await chooseRelation(setup, '100')
    await sandbox.injectFault({
      method: 'POST',
      path: paymentLedgersPath,
      times: 1,
      fault: refused,
    })
    await setup.submitting.submit()
    expect(setup.submitting.$lines.get()).toMatchObject({
      settings: ok,
      payment_ledgers: { status: 'error', message: { parameters: { messages: 'Nu even niet.' } } },
      key: ok,
    })
    await sandbox.clearRequests()
    return opened
  }

  const calls = async () => (await writes()).map(({ call }) => call.replace(/[^/]*-.*$/, '…'))

  test('what failed alone, by its own retry', async () => {
    const { setup, dialogs } = await halfSaved()
    await setup.submitting.retry('payment_ledgers')
    expect(await calls()).toEqual(['POST /accounting/paymentledgers'])
    expect(setup.submitting.$lines.get().payment_ledgers).toEqual(ok)
    expect(dialogs).toEqual(['wizard:startImport'])
  })

  test('what failed alone, by another submit', async () => {
    const { setup } = await halfSaved()
    await setup.submitting.submit()
    expect(await calls()).toEqual(['POST /accounting/paymentledgers'])
  })

  test('what changed since, and not what did not', async () => {
    const { setup } = await halfSaved()
    chooseImports(setup, { sync_settings: { sync_products: true, sync_relations: true } })
    await setup.submitting.submit()
    expect(await calls()).toEqual(['POST /accounting/paymentledgers', 'POST /snelstart/company/…'])
    const [row] = (await storedOf(sandbox, cheese)).settings
    expect(row?.settings).toMatchObject({ sync_product: true, sync_relation: true })
  })

  test('a relation that changed since', async () => {
    const { setup } = await halfSaved()
    await chooseRelation(setup, '-2')
    await setup.submitting.submit()
    expect(await calls()).toEqual([
      'POST /accounting/paymentledgers',
      'POST /snelstart/company/…',
      'PUT /snelstart/keys/…',
    ])
  })

  test('a payment ledger that changed after everything was saved', async () => {
    const { setup } = await ready()
    await setup.submitting.submit()
    await writes()
    await setup.ledgers.cash.choose('1000')
    setup.ledgers.cash.accept()
    await setup.submitting.submit()
    expect(await calls()).toEqual(['POST /snelstart/company/…', 'PUT /accounting/paymentledgers/2'])
    expect((await storedOf(sandbox, cheese)).paymentLedgers).toMatchObject([
      { cash_ledger: '1000' },
    ])
  })

  test('nothing, by the retry of a line that did not fail', async () => {
    const { setup } = await halfSaved()
    await setup.submitting.retry('settings')
    await setup.submitting.retry('key')
    expect(await calls()).toEqual([])
  })
})
