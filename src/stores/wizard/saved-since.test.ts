import { describe, expect } from 'vitest'
import {
  cheese,
  chooseImports,
  lookedUp,
  readyWizard,
  storedOf,
  writesTo,
} from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'

const paymentPath = '/api/accounting/paymentledgers'
const settingsPath = '/api/snelstart/company/{identifier}'
const refused = { kind: 'status', status: 422 } as const
const ok = { status: 'ok' }
const idle = { status: 'idle' }

/** A wizard that is complete but for its submit, in a browser of its own. */
const ready = () =>
  readyWizard({
    sandbox,
    ...cheese,
    flags: ['skip_final_redirect'],
    agrees: (key) => key !== 'wizard:startImport',
    changes: { randomId: () => crypto.randomUUID() },
  })

type Opened = Awaited<ReturnType<typeof ready>>

/** One line was refused, the others are saved. */
async function halfSaved(method: 'POST' | 'PUT', path: string, choose?: (of: Opened) => unknown) {
  const mine = await ready()
  await choose?.(mine)
  await sandbox.injectFault({ method, path, times: 1, fault: refused })
  await mine.setup.submitting.submit()
  return mine
}

/** Somebody else completes the wizard with other choices. */
async function elsewhere(choose: (of: Opened) => unknown): Promise<void> {
  const theirs = await ready()
  await choose(theirs)
  await theirs.setup.submitting.submit()
}

/** What Voltooien sends, by the call. */
async function sentBy({ setup }: Opened): Promise<string[]> {
  await sandbox.clearRequests()
  await setup.submitting.submit()
  return (await writesTo(sandbox))
    .map(({ call }) => call.replace(/\/[^/]*\d[^/]*$/, '/{id}'))
    .sort()
}

const synchronise = ({ setup }: Opened) =>
  chooseImports(setup, { sync_settings: { sync_products: true, sync_relations: true } })

const relation = (code: string) => async (opened: Opened) => {
  opened.setup.relation.input(code)
  await lookedUp(opened.setup)
}

async function cashInTheTill({ setup }: Opened): Promise<void> {
  await setup.ledgers.cash.choose('1000')
  setup.ledgers.cash.accept()
}

describe('saved here, and changed by somebody else since', () => {
  test('settings are sent again, and the report tells what is stored', async () => {
    const mine = await halfSaved('POST', paymentPath)
    expect(mine.setup.submitting.$lines.get()).toMatchObject({ settings: ok, key: ok })
    await elsewhere(synchronise)

    expect(await sentBy(mine)).toEqual([])
    expect(mine.dialogs).toEqual(['wizard:changedElsewhere'])
    expect(mine.setup.submitting.$lines.get()).toMatchObject({ settings: idle, key: ok })

    expect(await sentBy(mine)).toEqual([
      'POST /snelstart/company/{id}',
      'PUT /accounting/paymentledgers/{id}',
    ])
    const { settings } = await storedOf(sandbox, cheese)
    expect(settings[0]?.settings).toMatchObject({ sync_product: false, sync_relation: false })
    const report = mine.setup.$report.get()
    expect(report?.settings.find(({ label }) => label === 'wizard:syncProducts')).toEqual({
      label: 'wizard:syncProducts',
      value: false,
      now: { value: true, isChanged: true },
    })
  })

  test('the walk-in relation is sent again', async () => {
    const mine = await halfSaved('POST', paymentPath, relation('100'))
    await elsewhere(relation('-2'))
    expect(await sentBy(mine)).toEqual([])
    expect(mine.setup.submitting.$lines.get()).toMatchObject({ settings: ok, key: idle })
    expect(await sentBy(mine)).toEqual([
      'PUT /accounting/paymentledgers/{id}',
      'PUT /snelstart/keys/{id}',
    ])
    const { keys, relations } = await storedOf(sandbox, cheese)
    const chosen = relations.find(({ relatiecode }) => relatiecode === '100')
    expect(keys[0]?.default_no_relation).toBe(chosen?.id)
  })

  test('a relation that needed no saving is saved', async () => {
    const mine = await halfSaved('POST', paymentPath)
    await elsewhere(relation('100'))
    await sentBy(mine)
    expect(await sentBy(mine)).toContain('PUT /snelstart/keys/{id}')
    const { keys, relations } = await storedOf(sandbox, cheese)
    const walkIn = relations.find(({ relatiecode }) => relatiecode === '-2')
    expect(keys[0]?.default_no_relation).toBe(walkIn?.id)
  })

  test('payment ledgers, which the settings name as well, are sent again', async () => {
    const mine = await halfSaved('POST', settingsPath)
    expect(mine.setup.submitting.$lines.get()).toMatchObject({ payment_ledgers: ok })
    await elsewhere(cashInTheTill)
    await sentBy(mine)
    expect(await sentBy(mine)).toEqual([
      'POST /snelstart/company/{id}',
      'PUT /accounting/paymentledgers/{id}',
    ])
    const { paymentLedgers } = await storedOf(sandbox, cheese)
    expect(paymentLedgers).toMatchObject([{ cash_ledger: '2200' }])
  })

  test('is said after the retry of another line too, before anything is called done', async () => {
    const mine = await halfSaved('POST', paymentPath)
    await elsewhere(synchronise)
    await sandbox.clearRequests()
    await mine.setup.submitting.retry('payment_ledgers')
    expect(mine.dialogs).toEqual(['wizard:changedElsewhere'])
    expect(mine.setup.$report.get()).toBeNull()
    expect(mine.setup.submitting.$state.get()).toEqual({ status: 'unfinished' })
    expect(mine.setup.submitting.$lines.get()).toEqual({
      settings: idle,
      payment_ledgers: ok,
      key: ok,
    })
    expect(await sentBy(mine)).toEqual(['POST /snelstart/company/{id}'])
    expect(mine.dialogs).toEqual(['wizard:changedElsewhere', 'wizard:startImport'])
  })

  test('what is as it was saved is not sent again', async () => {
    const mine = await halfSaved('POST', paymentPath)
    expect(await sentBy(mine)).toEqual(['POST /accounting/paymentledgers'])
    expect(mine.dialogs).toEqual(['wizard:startImport'])
  })
})
