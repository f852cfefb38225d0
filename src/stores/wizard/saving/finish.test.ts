import { describe, expect } from 'vitest'
import type { LedgerPurpose } from '../../../lib/accounting/snelstart/ledgers.ts'
import {
  changeAnswers,
  toggleProductSync,
  createManualClock,
  liquorLocation,
  openWizard,
  openReadyWizard,
  acceptOrCreateLedgers,
  shownReport,
  readStoredRecords,
  listWizardWrites,
  acceptLedger,
  chooseRelation,
} from '../../../../test/open-wizard.ts'
import { waitForDialog } from '../../../../test/portal.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { createLocks, fillStorage, type TestEnvironment } from '../../../../test/environment.ts'
import type { yesNoChoiceNames } from '../../../lib/accounting/snelstart/choices.ts'
import type { FlagName } from '../../shell/flags.ts'
import { pageLeaveTimeout, redirectDelay } from '../../../lib/limits.ts'

const productImport = '/api/snelstart/product/import'
const refused = { kind: 'status', status: 422, body: { message: 'Nu even niet.' } } as const

const declines = (key: string) => key !== 'wizard:startImport'
const imported = async () => (await readStoredRecords()).imports
const remembered = ({ tabStorage }: TestEnvironment) =>
  Array.from({ length: tabStorage.length }, (_, index) =>
    (tabStorage.key(index) ?? '').replace(/^.*user-1:/, ''),
  )

describe('after all saves', () => {
  test('if the user agrees, starts both imports and opens the customer portal one second later', async () => {
    const clock = createManualClock()
    const { setup, environment, dialogs } = await openReadyWizard({ changes: { wait: clock.wait } })
    clock.advance(redirectDelay)
    const submitted = setup.submitting.submit()
    await expect.poll(imported).toEqual(['products', 'relations'])
    await expect.poll(() => clock.dueIn(redirectDelay)).toBe(1)
    expect(dialogs).toEqual(['wizard:startImport'])
    // The user reads this during the delay.
    expect(setup.submitting.$state.get()).toMatchObject({
      status: 'leaving',
      report: { imports: { products: 'started', relations: 'started' } },
      imports: { products: 'started', relations: 'started' },
    })
    clock.advance(redirectDelay - 1)
    expect(clock.dueIn(1)).toBe(1)
    expect(environment.visited).toEqual([])
    clock.advance(1)
    await expect.poll(() => environment.visited).toEqual([`${sandbox.url}/customers`])
    clock.advance(pageLeaveTimeout)
    await submitted
  })

  test('redirects to the customer portal at once if the user declines the imports', async () => {
    const { setup, environment } = await openReadyWizard({ agrees: declines })
    environment.pauses.length = 0
    await setup.submitting.submit()
    expect(environment.visited).toEqual([`${sandbox.url}/customers`])
    expect(environment.pauses).toEqual([pageLeaveTimeout])
    expect(await imported()).toEqual([])
    expect(remembered(environment)).toEqual([])
    expect(shownReport(setup).imports).toEqual({ products: 'notStarted', relations: 'notStarted' })
  })

  test('stays on the page with a summary if skip_final_redirect is on', async () => {
    const { setup, environment, portal } = await openReadyWizard({ flags: ['skip_final_redirect'] })
    const question = waitForDialog(portal)
    await setup.submitting.submit()
    const { detail, before, link } = await question
    expect(detail?.key).toBe('wizard:startImportHelpStays')
    expect(before?.map(({ key }) => key)).toEqual([
      ...['wizard:done', 'wizard:endBooks', 'wizard:endSettings', 'wizard:endLedgers'],
      'wizard:endKeySame',
    ])
    expect(link?.address.search).toBe('?products=notAsked&relations=notAsked')
    expect(link?.label).toBeUndefined()
    expect(environment.visited).toEqual([])
    expect(setup.submitting.$state.get().status).toBe('done')
    expect(shownReport(setup).imports).toEqual({ products: 'started', relations: 'started' })
    expect(await imported()).toEqual(['products', 'relations'])
  })
})

test('starts no import while dry_run is on', async () => {
  const flags: FlagName[] = ['skip_final_redirect']
  const { setup } = await openReadyWizard({
    flags,
    agrees: (key) => {
      if (key === 'wizard:startImport') flags.push('dry_run')
      return true
    },
  })
  await setup.submitting.submit()
  expect(await imported()).toEqual([])
  const notStarted = { products: 'notStarted', relations: 'notStarted' }
  expect(setup.submitting.$state.get()).toMatchObject({
    status: 'importFailed',
    failed: ['products', 'relations'],
    message: { key: 'wizard:notStartedDryRun' },
    report: { isDryRun: false, imports: notStarted },
    imports: notStarted,
  })
  await setup.submitting.retryImports()
  expect(await imported()).toEqual([])
  flags.pop()
  await setup.submitting.retryImports()
  expect(await imported()).toEqual(['products', 'relations'])
})

test('completes a location in only one of two tabs and tells the other tab', async () => {
  const page = createLocks()
  const here = await openReadyWizard({ changes: page() })
  const there = await openReadyWizard({ changes: page() })
  await Promise.all([here.setup.submitting.submit(), there.setup.submitting.submit()])
  expect([here.dialogs, there.dialogs]).toEqual([['wizard:startImport'], ['wizard:otherTab']])
  expect(there.setup.submitting.$state.get()).toEqual({ status: 'unfinished' })
  expect(await imported()).toEqual(['products', 'relations'])

  const other = await openWizard({ ...liquorLocation, changes: page() })
  await acceptOrCreateLedgers(other.setup)
  toggleProductSync(other.setup)
  await other.setup.submitting.submit()
  expect(other.dialogs).toEqual(['wizard:startImport'])
})

describe('location that is set up already', () => {
  const stays = { flags: ['skip_final_redirect'] as const }
  const again = async (change: (setup: Opened['setup']) => unknown, place = liquorLocation) => {
    const opened = await openWizard({ ...place, ...stays })
    await acceptOrCreateLedgers(opened.setup)
    await change(opened.setup)
    await opened.setup.submitting.submit()
    return opened
  }
  type Opened = Awaited<ReturnType<typeof openWizard>>

  const accepted = (...ledger: [LedgerPurpose, string]) => {
    return (setup: Opened['setup']) => acceptLedger(setup, ...ledger)
  }

  const switched =
    (...names: readonly (typeof yesNoChoiceNames)[number][]) =>
    (setup: Opened['setup']) =>
      changeAnswers(setup, Object.fromEntries(names.map((name) => [name, !setup.initial[name]])))

  test.each([
    ['the synchronisation', toggleProductSync, ['wizard:syncProducts']],
    [
      'the selection of imported relations',
      switched('import_non_active_relations'),
      ['wizard:importNonActiveRelations'],
    ],
    ['the relation', (setup: Opened['setup']) => chooseRelation(setup, '100'), ['wizard:walkIn']],
    ['a ledger', accepted('emballage', '8000'), ['wizard:ledgerEmballage']],
    [
      'a ledger without a setting',
      accepted('cash_differences', '1300'),
      ['wizard:ledgerCashDifferences'],
    ],
    ['nothing', () => undefined, ['wizard:endSame']],
    [
      'more than one setting',
      switched('import_non_active_relations', 'import_non_active'),
      ['wizard:endChanges'],
    ],
  ] as const)('asks about the imports when %s changes', async (_, change, named) => {
    const { dialogs, setup } = await again(change)
    expect(dialogs).toEqual(['wizard:startImport'])
    expect(setup.submitting.$state.get().status).toBe('done')
    const [title, ...texts] = setup.submitting.endTexts({ isDryRun: false })
    const changes = texts.map((each) =>
      each.key === 'wizard:endChange' ? each.parameters?.label : each.key,
    )
    const isSame = changes.includes('wizard:endSame')
    expect(title.key).toBe(isSame ? 'wizard:done' : 'wizard:doneAgain')
    expect(changes).toEqual(named)
    expect((await readStoredRecords(liquorLocation)).imports).toEqual(['products', 'relations'])
  })
})

test('counts a save with a lost response as a change once the values are stored', async () => {
  const { setup, dialogs } = await openReadyWizard({ ...liquorLocation, agrees: declines })
  toggleProductSync(setup)
  await sandbox.strikeNext('POST', '/api/snelstart/company/{identifier}', { kind: 'lost' })
  await setup.submitting.submit()
  expect(dialogs).toEqual([])
  await setup.submitting.retry('settings')
  expect(setup.submitting.$lines.get().settings).toEqual({ status: 'ok' })
  expect(setup.submitting.endTexts({ isDryRun: false })[0].key).toBe('wizard:doneAgain')
})

describe('import question after earlier imports', () => {
  const stays = { flags: ['skip_final_redirect'] as const }
  const earlierIn = async (opened: Opened) => {
    const question = waitForDialog(opened.portal)
    await opened.setup.submitting.submit()
    const [, ...starts] = (await question).about ?? []
    return starts.map(({ key }) => key)
  }
  type Opened = Awaited<ReturnType<typeof openReadyWizard>>

  test('shows when each import was last started, also in another tab', async () => {
    const first = await openReadyWizard(stays)
    expect(await earlierIn(first)).toEqual([])
    const { sharedStorage } = first.environment
    const other = await openReadyWizard({ ...stays, changes: { sharedStorage } })
    const last = ['wizard:importProductsLast', 'wizard:importRelationsLast']
    expect(await earlierIn(other)).toEqual(last)
    expect(await imported()).toEqual(['products', 'products', 'relations', 'relations'])
  })

  test('asks in another tab before it repeats an import with a lost response', async () => {
    const fault = { kind: 'lost' } as const
    await sandbox.strikeNext('GET', productImport, fault)
    const first = await openReadyWizard(stays)
    await first.setup.submitting.submit()
    const { sharedStorage } = first.environment
    const agrees = (key: string) => key !== 'wizard:importPerhapsStarted'
    const other = await openReadyWizard({ ...stays, agrees, changes: { sharedStorage } })
    const last = ['wizard:importProductsPerhaps', 'wizard:importRelationsLast']
    expect(await earlierIn(other)).toEqual(last)
    expect(other.dialogs).toEqual(['wizard:startImport', 'wizard:importPerhapsStarted'])
    expect(await imported()).toEqual(['products', 'relations', 'relations'])
    expect(shownReport(other.setup).imports).toEqual({
      products: 'unknown',
      relations: 'started',
    })
  })

  test('shows in another tab that an import with a pending response may be running', async () => {
    const first = await openReadyWizard(stays)
    await sandbox.delay('GET', productImport, 2000)
    const submitted = first.setup.submitting.submit()
    await expect.poll(imported).toContain('relations')
    await sandbox.clearFaults()
    const { sharedStorage } = first.environment
    const other = await openReadyWizard({ ...stays, agrees: declines, changes: { sharedStorage } })
    const last = ['wizard:importProductsPerhaps', 'wizard:importRelationsLast']
    expect(await earlierIn(other)).toEqual(last)
    await submitted
  })
})

describe('import that cannot be started', () => {
  async function failed() {
    await sandbox.strikeNext('GET', productImport, refused)
    const opened = await openReadyWizard()
    await opened.setup.submitting.submit()
    await sandbox.clearRequests()
    return opened
  }

  test('skips a failed import on demand', async () => {
    const { setup, environment } = await failed()
    environment.pauses.length = 0
    await setup.submitting.goOn()
    expect(await sandbox.requests()).toEqual([])
    expect(environment.visited).toEqual([`${sandbox.url}/customers`])
    expect(environment.pauses).toEqual([pageLeaveTimeout])
    expect(shownReport(setup).imports).toEqual({ products: 'failed', relations: 'started' })
  })

  test('starts only the failed import on the next submit, without another question', async () => {
    const { setup, dialogs } = await failed()
    await setup.submitting.submit()
    expect(dialogs).toEqual(['wizard:startImport'])
    expect((await listWizardWrites()).map(({ call }) => call)).toEqual([
      'GET /snelstart/product/import',
    ])
    expect(shownReport(setup).imports).toEqual({ products: 'started', relations: 'started' })
    expect(await imported()).toEqual(['products', 'relations'])
  })

  test('reports a failed import as not started if the user declines imports after the next save', async () => {
    const { environment } = await failed()
    const again = await openReadyWizard({ environment, agrees: declines })
    await again.setup.submitting.submit()
    expect(again.dialogs).toEqual(['wizard:startImport'])
    expect(shownReport(again.setup).imports).toEqual({
      products: 'notStarted',
      relations: 'notStarted',
    })
  })
})

test('keeps the unknown state of an import if a retry is refused', async () => {
  const path = productImport
  await sandbox.strikeNext('GET', path, { kind: 'lost' })
  const { setup } = await openReadyWizard()
  await setup.submitting.submit()
  await sandbox.strikeNext('GET', path, refused)
  await setup.submitting.retryImports()
  expect(setup.submitting.$state.get()).toMatchObject({
    status: 'importFailed',
    report: { imports: { products: 'unknown', relations: 'started' } },
  })
})

test('shows a report that the browser cannot store', async () => {
  const first = await openReadyWizard()
  await first.setup.submitting.submit()
  const { setup, environment } = await openReadyWizard({ environment: first.environment })
  fillStorage(environment.sharedStorage)
  await setup.submitting.submit()
  expect(setup.submitting.$state.get()).toMatchObject({
    report: { imports: { products: 'started', relations: 'started' } },
  })
  expect(environment.logged).toContain('could not be remembered: report')
  expect(await imported()).toEqual(['products', 'products', 'relations', 'relations'])
})
