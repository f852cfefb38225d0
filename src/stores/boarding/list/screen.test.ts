import { describe, expect, vi } from 'vitest'
import { polarisUser, reseller } from '../../../../test/open-boarding.ts'
import { createTestEnvironment, openAnotherTab } from '../../../../test/environment.ts'
import {
  agreeToAll,
  waitUntilIdle,
  formatCustomerLine,
  createCustomerListText,
  formatCustomerList,
  countCreatedRecords,
  openList,
  listRowStates,
  runListAndAgreeToAll,
  boardCustomerList,
} from '../../../../test/open-list.ts'
import { createWorkbook } from '../../../../test/workbook.ts'
import { isMatchWithoutKey, isRowReady, getRowLink, getRowState } from './rows.ts'
import type { CustomerList } from './screen.ts'
import type { ListTable } from '../../../lib/domain/read-list.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { createApiCaller } from '../../../lib/api/caller.ts'
import { createAdministration } from '../../../lib/api/places.ts'
import { listByteLimit } from '../../../lib/limits.ts'
import { listKeys } from '../../../lib/remembered.ts'

const company = 'serial_info.serial.name'

const line = (
  name: string,
  { coc = '', mail = 'a@zaak.test', plan = 'Winkel', country = 'NL' } = {},
) => `Anna;${mail};${name};${coc};${country};Markt;${plan}`

const readyIds = ({ $rows }: CustomerList) =>
  $rows
    .get()
    .filter(isRowReady)
    .map(({ id }) => id)

async function listPaths() {
  const requests = await sandbox.requests()
  return requests.map(({ path }) => path.replace(/\?.*/, '').split('/').slice(-2).join('/')).sort()
}

describe('customer list', () => {
  test('uses the subscription of all rows for rows without a subscription', async () => {
    const { list, take, row } = await openList()
    await take(
      formatCustomerList(
        line('A', { plan: '' }),
        line('B', { plan: ' winkel ' }),
        line('C', { plan: '14' }),
        line('D', { plan: 'Goud' }),
        line('E', { plan: '', mail: 'nobody' }),
      ),
    )
    const plans = () => list.$rows.get().map(({ values }) => values.subscription.selected?.id)
    const problems = () =>
      list.$rows.get().map((each) => each.problems['subscription.selected']?.key)
    expect(plans()).toEqual([undefined, 12, 14, undefined, undefined])
    const missing = 'validation:required'
    expect(problems()).toEqual([missing, undefined, undefined, 'customers:noSuchPlan', missing])
    expect(list.run.$progress.get().left).toBe(2)
    expect(list.$planless.get().map(({ id }) => id)).toEqual([0, 3, 4])
    expect(readyIds(list)).toEqual([1, 2])
    const second = row(1)
    list.choosePlanOfAll('13')
    expect(plans()).toEqual([13, 12, 14, 13, 13])
    expect(problems()).toEqual(Array(5).fill(undefined))
    expect(row(1)).toBe(second)
    list.choosePlan(row(3), '11')
    expect(plans()).toEqual([13, 12, 14, 11, 13])
    expect(list.$planless.get().map(({ id }) => id)).toEqual([0, 4])
  })

  test('keeps the subscription of a sent row when another one is selected for all rows', async () => {
    const { list, take, row } = await openList()
    await take(formatCustomerList(line('A', { plan: '' }), line('B', { plan: '', mail: 'nobody' })))
    list.choosePlanOfAll('13')
    await boardCustomerList(list)
    const sent = row(0)
    expect(sent.state?.status).toBe('awaiting')
    list.choosePlanOfAll('12')
    expect(row(0)).toBe(sent)
    expect(row(1).values.subscription.selected?.id).toBe(12)
    expect(list.$planless.get().map(({ id }) => id)).toEqual([1])
  })

  test('replaces an unknown subscription only after the user selects another one', async () => {
    const only = [{ id: 11, name: 'Start' }]
    await sandbox.answer('GET', '/api/registrations/subscription/list', only)
    const { list, take, row } = await openList()
    await take(formatCustomerList(line('A', { plan: 'Goud' }), line('B', { plan: '' })))
    expect(readyIds(list)).toEqual([1])
    list.choosePlanOfAll('11')
    expect(row(0).values.subscription.selected?.id).toBe(11)
  })

  test('lets the user choose between subscriptions of the same name', async () => {
    const plans = [11, 12].map((id) => ({ id, name: 'Winkel' }))
    await sandbox.answer('GET', '/api/registrations/subscription/list', plans)
    const { list, take, row } = await openList()
    await take(formatCustomerList(line('A'), line('B', { plan: '12' })))
    expect(row(0).problems).toEqual({ 'subscription.selected': { key: 'validation:required' } })
    expect(list.$planless.get()).toEqual([row(0)])
    expect(row(1).values.subscription.selected?.id).toBe(12)
  })

  test('validates an edited row and normalises a field on blur', async () => {
    const { list, take, row } = await openList()
    await take(formatCustomerList(line('A', { mail: 'nobody' }), line('B')))
    const other = row(1)
    expect(row(0).problems).toEqual({ 'merchant_info.username': { key: 'validation:email' } })
    list.edit(row(0), 'merchant_info.username', 'b@zaak.test')
    expect(row(0).problems).toEqual({})
    list.edit(row(0), 'serial_info.serial.country_code', 'België')
    expect(row(0).values.serial_info.serial.country_code).toBe('België')
    list.leave(row(0), 'serial_info.serial.country_code')
    expect(row(0).values.serial_info.serial.country_code).toBe('BE')
    expect(row(1)).toBe(other)
  })

  test('excludes repeated rows and marks rows of the same company', async () => {
    const { list, take, row } = await openList()
    await take(formatCustomerList(line('A'), line(' a '), line('A', { mail: 'b@zaak.test' })))
    expect(list.$rows.get().map(({ isLeftOut }) => isLeftOut)).toEqual([false, true, false])
    expect(row(2)).toMatchObject({ duplicateOf: 0, matches: [] })
    list.leaveOut(row(1), false)
    expect(list.$rows.get().filter(isRowReady)).toHaveLength(3)
    expect(list.run.$progress.get().alike).toBe(3)
    list.leaveOut(row(2), true)
    expect(list.run.$progress.get().alike).toBe(2)
    list.edit(row(1), 'serial_info.serial.name', 'Other')
    list.leave(row(1), 'serial_info.serial.name')
    expect(row(1).duplicateOf).toBeNull()
  })

  test('applies the columns that the user chooses to every list with the same headings', async () => {
    const { list, take, row, environment } = await openList()
    const text = formatCustomerList(line('A')).replace('Bedrijfsnaam', 'Klant')
    await take(text)
    expect(list.$source.get()).toMatchObject({ status: 'columns', table: { isClear: false } })
    const { mapping } = (list.$source.get() as { table: ListTable }).table
    await list.chooseColumns({ ...mapping, [company]: [2] })
    expect(list.$source.get()).toMatchObject({ status: 'read', ignored: [] })
    expect(row(0).values.serial_info.serial.name).toBe('A')
    await list.discard()
    await take(`${text}\n${line('B')};more;and more`)
    expect(row(1).values.serial_info.serial.name).toBe('B')
    const later = await openList({ environment })
    await later.list.discard()
    await later.take(text.replace('Zaak', 'Winkel'))
    expect(later.list.$source.get()).toMatchObject({ status: 'read' })
    await later.list.discard()
    await later.take(text.replace('Email', 'Mail'))
    expect(later.list.$source.get()).toMatchObject({ status: 'columns' })
  })

  test('asks for the columns of every list without headings, and proposes the last choice', async () => {
    const { list, take } = await openList()
    await take('Anna;a@zaak.test;A;Markt')
    await list.chooseColumns({ 'merchant_info.full_name': [0], [company]: [2] })
    await list.discard()
    await take('B;b@zaak.test;Bob;Markt')
    const mapping = { [company]: [2] }
    expect(list.$source.get()).toMatchObject({ status: 'columns', table: { mapping } })
  })

  test('keeps corrections and choices of a list when its columns change', async () => {
    const { list, take, row } = await openList()
    await take(formatCustomerList(line('A'), line('B', { plan: '' })))
    list.edit(row(0), 'merchant_info.username', 'mended@zaak.test')
    list.leaveOut(row(1), true)
    list.choosePlanOfAll('13')
    const { mapping } = (list.$source.get() as { table: ListTable }).table
    await list.chooseColumns({ ...mapping, 'serial_info.location.name': mapping[company] ?? [] })
    expect(row(0).values).toMatchObject({
      merchant_info: { username: 'mended@zaak.test' },
      serial_info: { location: { name: 'A' } },
    })
    expect(row(1)).toMatchObject({
      isLeftOut: true,
      values: { subscription: { selected: { id: 13 } } },
    })
  })

  test('closes the choice of columns without asking for confirmation', async () => {
    const { list, take, shown } = await openList()
    await take('Artikel;Prijs\nBrood;2,50')
    expect(list.$source.get()).toMatchObject({ status: 'columns' })
    await list.discard()
    expect([list.$source.get().status, shown]).toEqual(['none', []])
  })

  test('reads the sheet with headings of an Excel file, and asks which sheet if several have headings', async () => {
    const { list, row } = await openList()
    const cells = formatCustomerList(line('A'))
      .split('\n')
      .map((each) => each.split(';'))
    const open = (sheets: Parameters<typeof createWorkbook>[0]) =>
      list.open(new Blob([createWorkbook(sheets)]))
    await open({ Uitleg: [['Vul dit in']], Leeg: [], Klanten: cells })
    expect(list.$source.get()).toMatchObject({ status: 'read', encoding: 'Excel (Klanten)' })
    expect(row(0).values.serial_info.serial.name).toBe('A')
    await list.discard()
    await open({ 2025: [...cells].reverse(), 2026: cells, Uitleg: [['Vul dit in']] })
    const source = list.$source.get()
    const options = ['2025', '2026', 'Uitleg'].map((name) => ({ id: name, text: name }))
    expect(source).toMatchObject({ status: 'asking', options })
    if (source.status === 'asking') await source.choose('2026')
    expect(list.$source.get()).toMatchObject({ status: 'read', encoding: 'Excel (2026)' })
  })

  test('asks for the encoding if words look wrong, also after the file has changed', async () => {
    const { list, row } = await openList()
    const file = new Blob([formatCustomerList(line('CafÃ©'))])
    await list.open({
      size: file.size,
      arrayBuffer: vi
        .fn()
        .mockResolvedValueOnce(await file.arrayBuffer())
        .mockRejectedValue(new Error()),
    })
    const source = list.$source.get()
    expect(list.$rows.get()).toEqual([])
    expect(source).toMatchObject({
      status: 'asking',
      question: { parameters: { encoding: 'UTF-8', words: 'CafÃ©' } },
      options: [{ text: 'Café (UTF-8 (2×))' }, { text: 'CafÃ© (UTF-8)' }],
    })
    if (source.status === 'asking') await source.choose('UTF-8 (2×)')
    expect(list.$source.get()).toMatchObject({ status: 'read', encoding: 'UTF-8 (2×)' })
    expect(row(0).values.serial_info.serial.name).toBe('Café')
    await list.paste(formatCustomerList(line('Café')))
    expect(list.$source.get()).toMatchObject({ status: 'read', encoding: undefined })
  })

  test('replaces the list with the first of two dropped files only if the user agrees', async () => {
    for (const isAgreed of [false, true]) {
      const { list, take, shown } = await openList({ agrees: () => isAgreed })
      await take(formatCustomerList(line('A'), line('B')))
      await list.drop([])
      expect(shown).toEqual([])
      await list.drop([new File([formatCustomerList(line('C'))], 'c.csv'), new File([], 'd.csv')])
      expect(shown).toEqual(['form:startAnewQuestion'])
      expect(list.$rows.get()).toHaveLength(isAgreed ? 1 : 2)
      expect(list.$onlyFile.get()).toBe(isAgreed ? 'c.csv' : null)
      await list.drop([new File([formatCustomerList(line('D'))], 'd.csv')])
      expect(list.$onlyFile.get()).toBeNull()
    }
  })

  test('after the list is discarded or replaced, no longer names the dropped file that was read', async () => {
    const { list } = await openList()
    for (const replace of [list.discard, () => list.open(new Blob()), () => list.paste('')]) {
      await list.drop([new File([], 'a.csv'), new File([], 'b.csv')])
      expect(list.$onlyFile.get()).toBe('a.csv')
      await replace()
      expect(list.$onlyFile.get()).toBeNull()
    }
  })

  test('shows the list that the user opened last even if reading an earlier list ends later', async () => {
    const { list, row } = await openList()
    const slow = Promise.withResolvers<ArrayBuffer>()
    const earlier = list.open({ size: 1, arrayBuffer: () => slow.promise })
    const later = list.paste(formatCustomerList(line('C')))
    slow.resolve(await new Blob([formatCustomerList(line('A'), line('B'))]).arrayBuffer())
    await Promise.all([earlier, later])
    expect(list.$rows.get()).toEqual([row(0)])
    expect(row(0).values.serial_info.serial.name).toBe('C')
  })

  test('restores the list after a reload until the user discards the list', async () => {
    const { list, take, environment, row } = await openList()
    await take(formatCustomerList(line('A'), line('B')))
    list.edit(row(0), 'serial_info.serial.name', 'Mended')
    list.leaveOut(row(1), true)
    const { identity } = row(0)
    const again = await openList({ environment })
    await expect.poll(() => again.row(0).identity).toBe(identity)
    expect(readyIds(again.list)).toEqual([0])
    await again.list.discard()
    expect(again.shown).toEqual(['form:startAnewQuestion'])
    const anew = await openList({ environment })
    expect(anew.list.$source.get()).toEqual({ status: 'none' })
  })

  test('stores only the edited row at each keystroke and restores the row after a reload', async () => {
    const { list, take, environment, row } = await openList()
    await take(formatCustomerList(line('A'), line('B')))
    const { tabStorage } = environment
    const stored = () => listKeys(tabStorage, '').map((key) => key.split(':').at(-1))
    const setItem = tabStorage.setItem.bind(tabStorage)
    const written: string[] = []
    tabStorage.setItem = (key, value) => {
      written.push(key.split(':').at(-1) ?? '')
      setItem(key, value)
    }
    list.edit(row(1), 'serial_info.serial.name', 'M')
    list.edit(row(1), 'serial_info.serial.name', 'Mended')
    expect(written).toEqual(['boarding-list-row', 'boarding-list-row'])
    const again = await openList({ environment })
    expect(again.row(1).values.serial_info.serial.name).toBe('Mended')
    expect(again.row(0).values).toEqual(row(0).values)
    expect(stored()).not.toContain('boarding-list-row')
    again.list.edit(again.row(1), 'serial_info.serial.name', 'Left')
    again.list.leave(again.row(1), 'serial_info.serial.name')
    expect(stored()).not.toContain('boarding-list-row')
    const last = await openList({ environment })
    expect(last.row(1).values.serial_info.serial.name).toBe('Left')
    last.list.edit(last.row(1), 'serial_info.serial.name', 'Gone')
    await last.list.discard()
    expect(stored()).not.toContain('boarding-list-row')
  })

  test('shows why a list cannot be read, without sending a request', async () => {
    const { list, take } = await openList()
    const bytes = (...all: number[]) => ({
      size: all.length,
      arrayBuffer: () => Promise.resolve(Uint8Array.from(all).buffer),
    })
    await list.open(bytes(0x50, 0x4b, 3, 4))
    expect(list.$source.get()).toMatchObject({ message: { key: 'customers:noText' } })
    await list.open({ ...bytes(), size: listByteLimit + 1 })
    expect(list.$source.get()).toMatchObject({
      message: { key: 'customers:tooBig', parameters: { megabytes: '2' } },
    })
    await take('a\0b')
    expect(list.$source.get()).toMatchObject({ message: { key: 'customers:noText' } })
    await take(formatCustomerList())
    expect(list.$source.get()).toMatchObject({ message: { key: 'customers:headingsOnly' } })
    await list.open({ size: 1, arrayBuffer: () => Promise.reject(new Error('gone')) })
    expect(list.$source.get()).toMatchObject({ status: 'refused' })
    expect(await sandbox.requests()).toEqual([])
  })
})

describe('existing customer in a list', () => {
  test('looks up all rows in one list of administrations, and requests the locations of matches only', async () => {
    const { list, take, row } = await openList()
    const many = Array.from({ length: 300 }, (_, index) => line(`Zaak ${index}`))
    await take(
      formatCustomerList(
        ...many,
        line('oefenbakkerij  ZUID', { mail: 'nobody@zaak.test' }),
        line('Oefenbakkerij Zuid', { country: 'BE' }),
        line('Oefencafé Oost', { country: 'BE' }),
      ),
    )
    const registrations = Array<string>(7).fill('registrations/registration')
    expect(await listPaths()).toEqual(['list/all', 'list/all', ...registrations, 'serial/list'])
    const found = list.$rows.get().filter(({ matches }) => matches.length > 0)
    const leftOut = found.map(({ id, isLeftOut }) => [id, isLeftOut])
    expect(leftOut).toEqual([
      [300, true],
      [302, false],
    ])
    expect(found[1]?.matches[0]?.location).toBe('none')
    expect(found[0]?.matches).toEqual([
      {
        administration: 1002,
        isCertain: false,
        registered: 'otherwise',
        location: 'present',
        locationId: null,
        error: null,
        approval: null,
        isToFinish: false,
      },
    ])
    list.leaveOut(row(300), false)
    expect(list.$rows.get().filter(isRowReady)).toHaveLength(303)
  })

  test('reports that registrations cannot be read, but still finds customers by name', async () => {
    const { list, take, row } = await openList()
    await sandbox.fail('GET', '/api/registrations/registration')
    await take(formatCustomerList(line('Oefenbakkerij Zuid'), line('B')))
    expect(list.existing.$list.get()).toMatchObject({ status: 'failed', detail: { trace: {} } })
    expect([row(0).isLeftOut, row(1).isLeftOut]).toEqual([true, false])
    await sandbox.clearFaults()
    await list.existing.load()
    expect(list.existing.$list.get().status).toBe('loaded')
  })

  test('shows the link of a customer that another tab of this browser created', async () => {
    const { environment, list, take, row } = await openList()
    await take(formatCustomerList(line('A', { coc: '12345674' })))
    await runListAndAgreeToAll(list.run)
    const later = await openList({ environment: openAnotherTab(environment) })
    const another = line('A', { coc: '87654321', mail: 'b@zaak.test' })
    await later.take(formatCustomerList(line('A', { coc: '12345674' }), another))
    expect(later.row(1)).toMatchObject({ matches: [], isLeftOut: false })
    later.list.leaveOut(later.row(1), true)
    const previous = row(0).state as { link: URL }
    expect(getRowState(later.row(0))).toMatchObject({ status: 'exists', link: previous.link })
    expect(later.list.run.$progress.get()).toMatchObject({ linked: 1, left: 0, total: 0 })
    later.list.leaveOut(later.row(0), false)
    expect(getRowState(later.row(0))).toBeNull()
  })

  test('shows no link and no key in the row of a second customer with the same name', async () => {
    const first = await openList()
    await first.take(formatCustomerList(line('A')))
    await runListAndAgreeToAll(first.list.run)
    const [key] = (await sandbox.rows('keys')).slice(-1)
    for (const isShared of [true, false]) {
      const environment = isShared ? openAnotherTab(first.environment) : createTestEnvironment()
      const { take, row, list } = await openList({ environment })
      await take(formatCustomerList(line('A'), line('A', { mail: 'b@zaak.test' })))
      expect(row(0).matches[0]).toMatchObject({ isCertain: true, locationId: key?.location_id })
      expect(row(0).matches.map(isMatchWithoutKey)).toEqual([!isShared])
      const unknown = { isCertain: false, locationId: null, approval: null }
      expect(row(1).matches[0]).toMatchObject(unknown)
      expect(getRowState(row(1))).not.toHaveProperty('link')
      if (isShared) continue
      list.leaveOut(row(1), false)
      await runListAndAgreeToAll(list.run)
      const places = (await sandbox.rows('keys')).map((key) => key.location_id)
      expect(places.filter((id) => id === key?.location_id)).toHaveLength(1)
      expect(getRowState(row(1))).toMatchObject({ status: 'awaiting' })
    }
  })

  const users = [
    ['a reseller', reseller],
    ['a polaris user', polarisUser],
  ] as const

  test.each(users)(
    'excludes a customer that another browser created before the run of %s',
    async (_, person) => {
      const { list, take, row } = await openList({ person })
      await take(createCustomerListText(3))
      const other = await openList({ person })
      await other.take(createCustomerListText(3))
      await runListAndAgreeToAll(other.run)
      await list.board()
      expect(await agreeToAll(list.run)).toEqual([])
      expect([0, 1, 2].map((id) => getRowState(row(id))?.status)).toEqual(Array(3).fill('exists'))
      const count = person.version === 'polaris' ? 0 : 3
      expect(await countCreatedRecords()).toEqual([count, 3, 3, 3])
      await other.list.discard()
      await other.take(formatCustomerList(formatCustomerLine(3)))
      await runListAndAgreeToAll(other.run)
      await list.discard()
      await take(formatCustomerList(formatCustomerLine(3)))
      expect(getRowState(row(0))?.status).toBe('exists')
    },
  )

  test.each(users)(
    'asks about a customer that another browser creates during the run of %s',
    async (_, person) => {
      let isBoarded: Promise<unknown> | null = null
      const environment = createTestEnvironment()
      const { fetch } = environment
      environment.fetch = async (input, init) => {
        if (input instanceof Request && input.method === 'POST') {
          isBoarded ??= openList({ person }).then(async ({ take, run }) => {
            await take(formatCustomerList(formatCustomerLine(1)))
            await runListAndAgreeToAll(run)
          })
          await isBoarded
        }
        return fetch(input, init)
      }
      const { list, take, row } = await openList({ person, environment })
      await take(createCustomerListText(3))
      await boardCustomerList(list)
      expect(listRowStates(list.run)).toEqual(['awaiting', 'asking', 'awaiting'])
      const question = { message: { key: 'boarding:existsAlready' } }
      expect(row(1).state).toMatchObject({ question })
      list.run.answer(1, false)
      await waitUntilIdle(list.run)
      expect((await countCreatedRecords()).slice(1)).toEqual([3, 3, 3])
    },
  )

  test('creates a customer once if two browsers run the same list at the same time', async () => {
    const pages = await Promise.all([openList(), openList()])
    for (const { take } of pages) await take(createCustomerListText(5))
    await Promise.all(pages.map(({ list }) => list.board()))
    for (const { run } of pages) {
      await waitUntilIdle(run)
      for (const { id } of run.$rows.get()) run.answer(id, false)
      await waitUntilIdle(run)
    }
    expect(await countCreatedRecords()).toEqual([5, 5, 5, 5])
  })

  test('continues an unfinished administration for only one of two rows with the same name', async () => {
    const { portal, list, take, row, run } = await openList()
    const body = { name: 'Zaak', country_code: 'NL' }
    await createApiCaller(portal)(createAdministration, { body })
    await take(formatCustomerList(line('Zaak'), line('Zaak', { mail: 'b@zaak.test' })))
    await boardCustomerList(list)
    expect(listRowStates(run)).toEqual(['asking', 'asking'])
    run.answer(0, true, true)
    await waitUntilIdle(run)
    expect(listRowStates(run)).toEqual(['awaiting', 'asking'])
    expect(await agreeToAll(run)).toEqual(['boarding:perhapsThisOne', 'boarding:existsAlready'])
    expect(getRowLink(row(0))?.place.administration).not.toBe(
      getRowLink(row(1))?.place.administration,
    )
  })

  test('after a pause and a reload, still selects the second of two customers with the same name', async () => {
    const { environment, list, take, row, run } = await openList()
    await take(formatCustomerList(line('Zaak'), line('Zaak', { mail: 'b@zaak.test' })))
    await list.board()
    run.pause()
    await expect.poll(() => run.$isRunning.get()).toBe(false)
    expect(listRowStates(run)).toEqual(['awaiting', 'waiting'])
    const later = await openList({ environment })
    await expect.poll(() => later.row(1).matches.length).toBe(1)
    expect([row(1), later.row(1)].map(({ isLeftOut }) => isLeftOut)).toEqual([false, false])
    await later.list.board()
    expect(await agreeToAll(later.run)).toEqual(['boarding:existsAlready'])
  })

  test('sends nothing for an included customer while the locations cannot be read', async () => {
    const { list, take, row, run } = await openList()
    await sandbox.fail('GET', '/api/locations/location/list/all')
    await take(formatCustomerList(line('Oefenbakkerij Zuid', { plan: 'Winkel' })))
    expect(row(0)).toMatchObject({ isLeftOut: true, matches: [{ location: 'unknown' }] })
    list.leaveOut(row(0), false)
    await list.board()
    expect(await agreeToAll(run)).toEqual([])
    expect(row(0)).toMatchObject({
      state: { status: 'failed' },
      notes: [{ message: { key: 'boarding:lookFailed' } }],
    })
    expect(await countCreatedRecords()).toEqual([0, 0, 0, 0])
  })

  test('asks before it continues with an existing customer whose key was created since the lookup', async () => {
    const first = await openList()
    await first.take(createCustomerListText(1))
    await runListAndAgreeToAll(first.run)
    const { list, take, row, shown } = await openList()
    await take(createCustomerListText(1))
    expect(row(0).matches.map(isMatchWithoutKey)).toEqual([true])
    list.leaveOut(row(0), false)
    const [key] = (await sandbox.rows('keys')).slice(-1)
    await sandbox.connectKey({ id: String(key?.id) })
    await boardCustomerList(list)
    const question = { message: { key: 'boarding:existsAlready' } }
    expect(row(0).state).toMatchObject({ status: 'asking', question })
    // Only a key was to be created, about which the row asks itself.
    expect(shown).toEqual([])
  })

  test('creates nothing before the user confirms the number of accounts', async () => {
    let isAgreed = false
    const { list, take, portal, run, row } = await openList({ agrees: () => isAgreed })
    const questions: unknown[] = []
    portal.dialogs.$dialog.listen((dialog) => dialog && questions.push(dialog))
    await take(formatCustomerList(line('A'), line('B'), line('C', { mail: 'nobody' })))
    await list.board()
    const message = { key: 'customers:create', parameters: { count: '2' } }
    expect(questions).toMatchObject([{ message, detail: { key: 'customers:createHelp' } }])
    expect(run.$run.get()).toEqual({ status: 'idle' })
    isAgreed = true
    await sandbox.failNext('POST', '/api/locations/location', 500)
    await boardCustomerList(list)
    expect(questions).toHaveLength(2)
    // A failed row was confirmed already.
    await boardCustomerList(list)
    expect(questions).toHaveLength(2)
    list.edit(row(2), 'merchant_info.username', 'c@zaak.test')
    await boardCustomerList(list)
    expect(questions[2]).toMatchObject({ message: { key: 'customers:createOne' } })
    await agreeToAll(run)
    expect(listRowStates(run)).toEqual(['awaiting', 'awaiting', 'awaiting'])
  })

  test('asks polaris users whether to create administrations instead of accounts', async () => {
    const options = { person: polarisUser, agrees: () => false }
    const { list, take, portal } = await openList(options)
    const questions: unknown[] = []
    portal.dialogs.$dialog.listen((dialog) => dialog && questions.push(dialog))
    for (const count of [1, 2]) {
      await take(createCustomerListText(count))
      await list.board()
    }
    const detail = { key: 'customers:createPlaceHelp' }
    expect(questions).toMatchObject([
      { message: { key: 'customers:createPlaceOne' }, detail },
      { message: { key: 'customers:createPlaces', parameters: { count: '2' } }, detail },
    ])
  })

  test('starts no run if another list is opened during the customer lookup', async () => {
    const { list, take } = await openList()
    await take(createCustomerListText(1))
    const boarded = list.board()
    await list.discard()
    await take(createCustomerListText(2))
    await boarded
    await waitUntilIdle(list.run)
    expect(list.run.$run.get()).toEqual({ status: 'idle' })
    expect(await countCreatedRecords()).toEqual([0, 0, 0, 0])
  })

  test('waits for the lookup of an edited customer before it creates customers', async () => {
    const environment = createTestEnvironment()
    const { fetch } = environment
    const [begun, answer] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()]
    let begin = () => undefined as unknown
    environment.fetch = async (input, init) => {
      const { url } = input as Request
      if (url.includes('/serials/')) begin()
      if (url.includes('/locations/')) {
        begun.resolve(null)
        await answer.promise
      }
      return fetch(input, init)
    }
    const { list, take, row } = await openList({ environment })
    await take(createCustomerListText(1))
    begin = () => {
      list.edit(row(0), 'serial_info.serial.name', 'Oefenbakkerij Zuid')
      list.leave(row(0), 'serial_info.serial.name')
    }
    const boarded = list.board()
    await begun.promise
    await sandbox.settled()
    expect(list.run.$run.get()).toEqual({ status: 'idle' })
    answer.resolve(null)
    await boarded
    expect(row(0)).toMatchObject({ isLeftOut: true, state: null })
  })

  test('repeats a failed customer lookup on demand', async () => {
    const { list, take } = await openList()
    const fault = { kind: 'status', status: 403 } as const
    await sandbox.injectFault({ method: 'GET', path: '/api/serials/serial/list', times: 2, fault })
    await take(formatCustomerList(line('Oefenbakkerij Zuid')))
    expect(list.existing.$list.get().status).toBe('failed')
    await boardCustomerList(list)
    expect(list.$rows.get()[0]?.state).toMatchObject({
      ...{ status: 'asking', question: { message: { key: 'boarding:existsAlready' } } },
    })
    list.run.answer(0, false)
    await waitUntilIdle(list.run)
    await list.existing.load()
    expect(list.existing.$list.get().status).toBe('loaded')
    expect(list.$rows.get()[0]?.isLeftOut).toBe(true)
  })
})
