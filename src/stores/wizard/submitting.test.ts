import { describe, expect } from 'vitest'
import {
  cheese,
  chooseImports,
  createManualClock,
  readyWizard,
  storedOf,
  writesTo,
} from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import { nextDialog } from '../../../test/portal.ts'
import { leavePatience } from '../../lib/limits.ts'

const settingsPath = '/api/snelstart/company/{identifier}'
const delay = { kind: 'delay', milliseconds: 300 } as const
const refused = { kind: 'status', status: 422 } as const

const ready = (options: Partial<Parameters<typeof readyWizard>[0]> = {}) =>
  readyWizard({ sandbox, ...cheese, ...options })

test.each([
  ['an order template', { default_order_template: null }, {}],
  ['a template of the cash register', {}, { register_order_template: null }],
  ['a template of sales on account', {}, { account_order_template: null }],
])('without %s nothing is sent', async (_, snelstart, inhandel) => {
  const { setup, dialogs } = await ready({ application: 'desktop', usesStock: true })
  const values = setup.$values.get()
  setup.keep({
    ...values,
    snelstart: { ...values.snelstart, ...snelstart },
    inhandel: { ...values.inhandel, ...inhandel },
  })
  await setup.submitting.submit()
  expect(dialogs).toEqual(['form:incomplete'])
  expect(await writesTo(sandbox)).toEqual([])
})

/** Every write of a submit that succeeds. */
const all = 4

describe('pressed again', () => {
  test('while a save is under way asks to wait, and sends nothing twice', async () => {
    const { setup, dialogs } = await ready()
    await sandbox.injectFault({ method: 'POST', path: settingsPath, fault: delay })
    const first = setup.submitting.submit()
    await expect
      .poll(() => setup.submitting.$lines.get())
      .toEqual({
        settings: { status: 'loading' },
        payment_ledgers: { status: 'ok' },
        key: { status: 'ok' },
      })
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:stillSending'])
    await first
    expect(dialogs).toEqual(['wizard:stillSending', 'wizard:startImport'])
    expect(await writesTo(sandbox)).toHaveLength(all)
  })

  test('at the same moment sends nothing twice', async () => {
    const { setup, dialogs } = await ready()
    await Promise.all([setup.submitting.submit(), setup.submitting.submit()])
    expect(dialogs).toEqual(['wizard:stillSending', 'wizard:startImport'])
    expect(await writesTo(sandbox)).toHaveLength(all)
  })

  test('while the imports start asks to wait', async () => {
    const { setup, dialogs } = await ready()
    const path = '/api/snelstart/product/import'
    await sandbox.injectFault({ method: 'GET', path, fault: delay })
    const first = setup.submitting.submit()
    await expect.poll(() => setup.submitting.$state.get().status).toBe('importing')
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:startImport', 'wizard:stillSending'])
    await first
    expect(await writesTo(sandbox)).toHaveLength(all)
  })

  test('while the browser leaves asks to wait', async () => {
    const clock = createManualClock()
    const { setup, dialogs, environment } = await ready({
      changes: { wait: clock.wait },
      agrees: (key) => key !== 'wizard:startImport',
    })
    clock.advance(leavePatience)
    const first = setup.submitting.submit()
    await expect.poll(() => environment.visited).toHaveLength(1)
    chooseImports(setup, { sync_settings: { sync_products: true, sync_relations: true } })
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:startImport', 'wizard:stillSending'])
    expect(await writesTo(sandbox)).toHaveLength(2)
    clock.advance(leavePatience)
    await first
  })

  test('while a failed import is started again asks to wait', async () => {
    const { setup, dialogs } = await ready()
    const path = '/api/snelstart/product/import'
    await sandbox.injectFault({ method: 'GET', path, times: 1, fault: refused })
    await setup.submitting.submit()
    await sandbox.injectFault({ method: 'GET', path, fault: delay })
    const again = setup.submitting.retryImports()
    await Promise.all([
      setup.submitting.submit(),
      setup.submitting.retryImports(),
      setup.submitting.goOn(),
    ])
    await again
    expect(dialogs).toEqual(['wizard:startImport', 'wizard:stillSending'])
    expect((await storedOf(sandbox, cheese)).imports).toEqual(['products', 'relations'])
  })
})

describe('a retry', () => {
  test('of two failed lines at once asks about the imports once', async () => {
    const { setup, dialogs, environment } = await ready()
    for (const path of [settingsPath, '/api/accounting/paymentledgers'])
      await sandbox.injectFault({ method: 'POST', path, times: 1, fault: refused })
    await setup.submitting.submit()
    expect(dialogs).toEqual([])
    await Promise.all([
      setup.submitting.retry('settings'),
      setup.submitting.retry('settings'),
      setup.submitting.retry('payment_ledgers'),
    ])
    expect(dialogs).toEqual(['wizard:startImport'])
    expect(environment.visited).toHaveLength(1)
    // The two that were refused, and each once more.
    expect(await writesTo(sandbox)).toHaveLength(all + 2)
  })

  test('before anything was submitted does nothing', async () => {
    const { setup } = await ready()
    await setup.submitting.retry('settings')
    expect(await sandbox.requests()).toEqual([])
  })
})

test('lacking a ledger or the relation sends nothing', async () => {
  const { setup } = await ready()
  await setup.ledgers.cash.choose('9999')
  await sandbox.clearRequests()
  await setup.submitting.submit()
  await setup.ledgers.cash.choose('1000')
  await setup.submitting.submit()
  setup.ledgers.cash.accept()
  setup.relation.input('')
  await setup.submitting.submit()
  expect(await writesTo(sandbox)).toEqual([])
  expect(setup.submitting.$lines.get().settings).toEqual({ status: 'idle' })
})

test('the question about the imports offers the report', async () => {
  const { setup, portal } = await ready()
  const asked = nextDialog(portal)
  const submitted = setup.submitting.submit()
  expect(await asked).toMatchObject({
    kind: 'confirm',
    message: { key: 'wizard:startImport' },
    agree: { key: 'wizard:startImportAgree' },
    decline: { key: 'wizard:startImportDecline' },
    link: { address: new URL('blob:report') },
  })
  await submitted
})

test('the browser asks before it leaves only while something is written', async () => {
  let guards = 0
  let most = 0
  const { setup } = await ready({
    changes: {
      guardLeaving: () => {
        guards += 1
        most = Math.max(most, guards)
        return () => (guards -= 1)
      },
    },
  })
  most = 0
  await setup.submitting.submit()
  expect(most).toBeGreaterThan(0)
  expect(guards).toBe(0)
})
