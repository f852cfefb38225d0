import { describe, expect } from 'vitest'
import { altered } from '../../../../test/open-check.ts'
import {
  cheese,
  chooseImports,
  createManualClock,
  liquor,
  lookedUp,
  concernProducts,
  readyWizard,
  storedOf,
  writesTo,
} from '../../../../test/open-wizard.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { leavePatience, lookUpLife } from '../../../lib/limits.ts'

const settingsPath = '/api/snelstart/company/{identifier}'
const paymentPath = '/api/accounting/paymentledgers'
const delay = { kind: 'delay', milliseconds: 300 } as const
const refused = { kind: 'status', status: 422 } as const
const ok = { status: 'ok' }
const idle = { status: 'idle' }

const ready = (options: Partial<Parameters<typeof readyWizard>[0]> = {}) =>
  readyWizard({ ...cheese, ...options })

/** One that stays on its page and starts no import, in a browser of its own. */
const stays = (place = cheese) =>
  ready({
    ...place,
    flags: ['skip_final_redirect'],
    agrees: (key) => key !== 'wizard:startImport',
    changes: { randomId: () => crypto.randomUUID() },
  })

type Opened = Awaited<ReturnType<typeof ready>>

test('without an order template nothing is sent', async () => {
  const { setup, dialogs } = await ready({ application: 'desktop', usesStock: true })
  chooseImports(setup, { register_order_template: null })
  await setup.submitting.submit()
  expect(dialogs).toEqual(['form:incomplete'])
  expect(await writesTo()).toEqual([])
})

/** Every write of a submit that succeeds. */
const all = 4

describe('pressed again', () => {
  test('at the same moment sends nothing twice', async () => {
    const { setup, dialogs } = await ready()
    await Promise.all([setup.submitting.submit(), setup.submitting.submit()])
    expect(dialogs).toEqual(['wizard:stillSending', 'wizard:startImport'])
    expect(await writesTo()).toHaveLength(all)
  })

  test('while the browser leaves does nothing', async () => {
    const clock = createManualClock()
    const { setup, dialogs, environment } = await ready({
      changes: { wait: clock.wait },
      agrees: (key) => key !== 'wizard:startImport',
    })
    clock.advance(leavePatience)
    const first = setup.submitting.submit()
    await expect.poll(() => environment.visited).toHaveLength(1)
    chooseImports(setup, { sync_products: true, sync_relations: true })
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:startImport'])
    expect(await writesTo()).toHaveLength(2)
    clock.advance(leavePatience)
    await first
  })

  test('while a failed import is started again does nothing', async () => {
    const { setup, dialogs } = await ready()
    const path = '/api/snelstart/product/import'
    await sandbox.injectFault({ method: 'GET', path, times: 1, fault: refused })
    await setup.submitting.submit()
    await sandbox.injectFault({ method: 'GET', path, fault: delay })
    const again = setup.submitting.retryImports()
    const { submit, retryImports, goOn } = setup.submitting
    await Promise.all([submit(), retryImports(), goOn()])
    await again
    expect(dialogs).toEqual(['wizard:startImport'])
    expect((await storedOf(cheese)).imports).toEqual(['products', 'relations'])
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
    expect(await writesTo()).toHaveLength(all + 2)
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
  expect(await writesTo()).toEqual([])
  expect(setup.submitting.$lines.get().settings).toEqual({ status: 'idle' })
})

const saved = ['POST /snelstart/company/{id}']
const ledgers = 'PUT /accounting/paymentledgers/{id}'

/** One line was refused, the others are saved. */
async function halfSaved(
  method: 'POST' | 'PUT',
  path: string,
  choose?: ((of: Opened) => unknown) | null,
) {
  const mine = await stays()
  await choose?.(mine)
  await sandbox.injectFault({ method, path, times: 1, fault: refused })
  await mine.setup.submitting.submit()
  return mine
}

/** Somebody else completes the wizard with other choices. */
async function elsewhere(choose: (of: Opened) => unknown): Promise<void> {
  const theirs = await stays()
  await choose(theirs)
  await theirs.setup.submitting.submit()
}

/** What Voltooien sends, by the call. */
async function sentBy({ setup }: Opened): Promise<string[]> {
  await sandbox.clearRequests()
  await setup.submitting.submit()
  return (await writesTo()).map(({ call }) => call.replace(/\/[^/]*\d[^/]*$/, '/{id}')).sort()
}

const synchronise = ({ setup }: Opened) =>
  chooseImports(setup, { sync_products: true, sync_relations: true })

const relation = (code: string) => async (opened: Opened) => {
  opened.setup.relation.input(code)
  await lookedUp(opened.setup)
}

async function cashInTheTill({ setup }: Opened): Promise<void> {
  await setup.ledgers.cash.choose('1000')
  setup.ledgers.cash.accept()
}

describe('saved here, and changed by somebody else since', () => {
  test.each([
    ['settings', paymentPath, null, synchronise, { settings: idle, key: ok }, [...saved, ledgers]],
    [
      'the walk-in relation',
      paymentPath,
      relation('100'),
      relation('-2'),
      { settings: ok, key: idle },
      [ledgers, 'PUT /snelstart/keys/{id}'],
    ],
    [
      'a relation that needed no saving',
      paymentPath,
      null,
      relation('100'),
      { settings: ok, key: idle },
      [ledgers, 'PUT /snelstart/keys/{id}'],
    ],
    [
      'payment ledgers, which the settings name as well',
      settingsPath,
      null,
      cashInTheTill,
      { payment_ledgers: idle },
      [...saved, ledgers],
    ],
  ] as const)('%s: said first, then sent again', async (_, path, mine, theirs, lines, sent) => {
    const opened = await halfSaved('POST', path, mine)
    const { setup, dialogs } = opened
    const code = setup.relation.$code.get()
    await elsewhere(theirs)
    expect(await sentBy(opened)).toEqual([])
    expect(dialogs).toEqual(['wizard:changedElsewhere'])
    expect(setup.submitting.$lines.get()).toMatchObject(lines)
    const [theirsStored] = (await storedOf(cheese)).settings
    expect(setup.$settings.get()).toMatchObject(theirsStored?.settings ?? {})

    expect(await sentBy(opened)).toEqual(sent)
    const { settings, paymentLedgers, keys, relations } = await storedOf(cheese)
    expect(settings[0]?.settings).toMatchObject({ sync_product: false, sync_relation: false })
    expect(paymentLedgers).toMatchObject([{ cash_ledger: '2200' }])
    const walkIn = relations.find(({ relatiecode }) => relatiecode === code)
    if (sent.some((call) => call.includes('/keys/')))
      expect(keys[0]?.default_no_relation).toBe(walkIn?.id)
  })

  test('is not overwritten by the retry of the settings, whose answer was lost', async () => {
    const mine = await stays(liquor)
    const lost = { kind: 'lost' } as const
    await sandbox.injectFault({ method: 'POST', path: settingsPath, times: 1, fault: lost })
    await mine.setup.submitting.submit()
    const theirs = await stays(liquor)
    chooseImports(theirs.setup, { sync_products: false })
    await theirs.setup.submitting.submit()
    const syncStored = async () => (await storedOf(liquor)).settings[0]?.settings.sync_product
    await mine.setup.submitting.retry('settings')
    expect(mine.dialogs).toEqual(['wizard:changedElsewhere'])
    expect(await syncStored()).toBe(false)
    // Whoever presses again has seen it.
    await mine.setup.submitting.retry('settings')
    expect(mine.setup.submitting.$lines.get().settings).toEqual({ status: 'ok' })
    expect(await syncStored()).toBe(true)
  })
})

describe('what was looked up more than a minute before', () => {
  /** A completed wizard whose clock can be moved on. */
  async function waiting(place: typeof cheese, options = {}) {
    let passed = 0
    const start = Date.now()
    const opened = await readyWizard({
      ...{ ...place, flags: ['skip_final_redirect'] as const, ...options },
      changes: { now: () => start + passed },
    })
    return { ...opened, pass: (milliseconds: number) => (passed += milliseconds) }
  }

  test('is not looked up again before', async () => {
    const { setup, pass } = await waiting(cheese)
    pass(lookUpLife)
    await setup.submitting.submit()
    expect(await sandbox.requests('/api/snelstart/journals/grootboeken/{number}')).toEqual([])
  })

  test.each([
    ['a ledger', '/api/snelstart/journals/grootboeken/{number}', { kind: 'status', status: 404 }],
    ['the relation', '/api/snelstart/relations', { kind: 'answer', body: [] }],
    ['an order template', '/api/snelstart/salesorder/template', { kind: 'answer', body: [] }],
  ] as const)('%s that is gone is told, and nothing is sent', async (_, path, fault) => {
    const { setup, dialogs, pass } = await waiting(liquor, { application: 'desktop' })
    concernProducts(setup)
    pass(lookUpLife + 1)
    await sandbox.injectFault({ method: 'GET', path, fault })
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:goneMeanwhile'])
    expect(await writesTo()).toEqual([])
    await sandbox.clearFaults()
    pass(lookUpLife + 1)
    for (const { retry } of [...Object.values(setup.ledgers), setup.relation]) await retry()
    await setup.templates.reload()
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:goneMeanwhile', 'wizard:startImport'])
  })
})

test('prices that have changed since are told, shown, and sent with the next press', async () => {
  const { setup, dialogs } = await readyWizard({ ...cheese, flags: ['skip_final_redirect'] })
  const alter = await altered(sandbox, '/api/snelstart/company/info', cheese)
  await alter((info: object) => ({ ...info, aantal_decimalen_artikelprijzen: 4 }))
  await setup.submitting.submit()
  expect(dialogs).toEqual(['wizard:changedElsewhere'])
  expect(await writesTo()).toEqual([])
  const decimals = setup.$summary.get().find(({ label }) => label === 'wizard:priceDecimals')
  expect(decimals?.value).toBe('4')
  await setup.submitting.submit()
  const { settings } = await storedOf(cheese)
  expect(settings[0]?.settings).toMatchObject({ price_decimals: 4, rounded_prices: false })
})

test.each([
  [404, 'wizard:unconfirmed', 'wizard:unconfirmedHelp'],
  [500, 'wizard:submitFailed', undefined],
] as const)(
  'settings that answer %d at the submit are told, and nothing is sent',
  async (...row) => {
    const [status, told, help] = row
    const { setup, dialogs, portal } = await ready()
    const details: unknown[] = []
    portal.dialogs.$dialog.listen((dialog) => dialog && details.push(dialog.detail?.key))
    const fault = { kind: 'status', status } as const
    await sandbox.injectFault({ method: 'GET', path: '/api/snelstart/company', times: 1, fault })
    await setup.submitting.submit()
    expect(dialogs).toEqual([told])
    if (help) expect(details).toEqual([help])
    expect(await writesTo()).toEqual([])
    expect(setup.submitting.$state.get()).toEqual({ status: 'unfinished' })
    await setup.submitting.submit()
    expect(dialogs).toEqual([told, 'wizard:startImport'])
  },
)
