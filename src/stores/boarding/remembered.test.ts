import { beforeEach, describe, expect } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import { createTestEnvironment, fillStorage, openAnotherTab } from '../../../test/environment.ts'
import {
  boardTestCustomer,
  listBoardingWrites,
  openBoarding,
  polarisUser,
  openSubmittedBoarding,
  submitAndWaitForVisit,
} from '../../../test/open-boarding.ts'
import { answerDialogs, waitForDialog } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import { setFieldText } from '../../lib/domain/customer.ts'
import { listKeys, tabKeyPrefix } from '../../lib/remembered.ts'

beforeEach(async () => {
  await sandbox.changeSettings({ userAppearance: 0 })
  await sandbox.clearRequests()
})

function customer(name: string, location = 'Hoofdwinkel') {
  const values = boardingValues()
  values.serial_info.serial.name = name
  values.serial_info.location.name = location
  return values
}

describe('changed details of a partly created customer', () => {
  async function halfMade(agrees: (key: string) => boolean, status = 500) {
    await sandbox.failNext('POST', '/api/locations/location', status)
    const there = await openSubmittedBoarding({ agrees })
    return there
  }

  test('sends nothing if the user declines to start anew with changed details', async () => {
    const there = await halfMade((key) => key !== 'boarding:changed')
    const before = (await listBoardingWrites()).length
    await there.boarding.submit(customer('Andere Zaak'))
    expect(there.shown.at(-1)).toBe('boarding:changed')
    expect(await listBoardingWrites()).toHaveLength(before)
    await submitAndWaitForVisit(there)
    expect((await sandbox.rows('registrations')).map(({ name }) => name)).toEqual(['Nieuwe Zaak'])
  })

  test('creates another customer if the user agrees to start anew with changed details', async () => {
    const there = await halfMade(() => true)
    await submitAndWaitForVisit(there, customer('Andere Zaak'))
    expect(there.shown).toContain('boarding:changed')
    const names = (await sandbox.rows('registrations')).map(({ name }) => name)
    expect(names).toEqual(['Nieuwe Zaak', 'Andere Zaak'])
  })

  test('asks nothing about changed details if the earlier write was refused', async () => {
    const there = await halfMade(() => true, 422)
    await submitAndWaitForVisit(there, customer('Nieuwe Zaak', 'Filiaal'))
    expect(there.shown).toEqual(['failure:creatingLocation'])
    const places = (await sandbox.rows('locations')).filter(
      (each) => each.administration_id === 1008,
    )
    expect(places.map(({ name }) => name)).toEqual(['Filiaal'])
  })
})

describe('second tab with the same customer', () => {
  test('stops the submit while another tab submits the same customer', async () => {
    const environment = createTestEnvironment(undefined, { hold: () => Promise.resolve(false) })
    const there = await openSubmittedBoarding({ environment })
    expect(there.shown).toEqual(['boarding:otherTab'])
    expect(await sandbox.requests()).toEqual([])
  })

  test('asks for confirmation before it creates a customer that another tab has created', async () => {
    const first = await boardTestCustomer()
    const environment = openAnotherTab(first.environment)
    const second = await openSubmittedBoarding({ environment, agrees: () => false })
    expect(second.shown).toEqual(['boarding:boardedBefore'])
    expect(await sandbox.rows('registrations')).toHaveLength(1)
    expect(JSON.stringify(environment.sharedStorage)).not.toContain('zaak')
  })
})

describe('customer that another browser created', () => {
  const others = (found: string) => found !== 'boarding:existsAlready'

  test('sends nothing if the user declines the question about an existing customer', async () => {
    await boardTestCustomer()
    const there = await openSubmittedBoarding({ agrees: others })
    expect(there.shown).toEqual(['boarding:existsAlready'])
    expect(await listBoardingWrites()).toEqual([])
    const alike = customer('NIEUWE zaak')
    await there.boarding.submit({
      ...alike,
      merchant_info: { full_name: 'Winkelier', username: 'ander@zaak.test' },
    })
    expect(there.shown).toHaveLength(2)
    alike.serial_info.serial.coc = '76543210'
    await submitAndWaitForVisit(there, alike)
    expect(there.shown.slice(2)).toEqual(['boarding:merchantExists'])
  })

  test('creates an existing customer again if the user agrees', async () => {
    await boardTestCustomer({ header: '' })
    const there = await boardTestCustomer({ header: '' })
    expect(there.shown).toEqual(['boarding:existsAlready', 'boarding:merchantExists'])
    expect(await sandbox.rows('registrations')).toHaveLength(2)
    await there.boarding.submit(boardingValues())
    expect(there.shown).toHaveLength(2)
    const { shown } = await boardTestCustomer({ header: '' })
    const [other, account] = ['boarding:existsAlready', 'boarding:merchantExists']
    expect(shown).toEqual([other, account, other])
  })

  test('finishes a customer that a different browser left unfinished, and does not ask about a namesake', async () => {
    const namesake = customer('Nieuwe Zaak')
    namesake.merchant_info.username = 'ander@zaak.test'
    await submitAndWaitForVisit(await openBoarding({ header: '' }), namesake)
    await sandbox.failNext('POST', '/api/locations/location', 500)
    await openSubmittedBoarding({ header: '' })
    const { shown } = await boardTestCustomer({ header: '' })
    expect(shown).toEqual(['boarding:merchantExists'])
    expect(await sandbox.rows('registrations')).toHaveLength(2)
  })

  test('asks about an existing customer again if the user submits changed details', async () => {
    await boardTestCustomer()
    const there = await openBoarding()
    const path = '/api/registrations/registration/merchant/SNELSTART'
    await sandbox.failNext('POST', path, 422)
    const merchant_info = { full_name: 'Winkelier', username: 'nieuw@zaak.tset' }
    await there.boarding.submit({ ...boardingValues(), merchant_info })
    expect(there.shown.splice(0)).toEqual(['boarding:existsAlready', 'boarding:merchantFailed'])
    await there.boarding.submit(boardingValues())
    expect(there.shown).toEqual(['boarding:existsAlready', 'boarding:merchantExists'])
  })

  test.each([
    ['/api/serials/serial/list', 403],
    ['/api/locations/location/list/all', 500],
    ['/api/registrations/registration', 503],
  ])('sends no write if %s fails with status %d', async (path, status) => {
    await boardTestCustomer()
    const there = await openBoarding()
    await sandbox.fail('GET', path, status)
    await sandbox.changeSettings({ minimalAnswers: true })
    await there.boarding.submit(boardingValues())
    expect(there.shown).toEqual(['boarding:lookFailed'])
    expect(await listBoardingWrites()).toEqual([])
  })
})

describe('open question about a customer', () => {
  const [mine, other] = [
    boardingValues(),
    boardingValues({
      merchant_info: { full_name: 'Naamgenoot', username: 'naamgenoot@zaak.test' },
    }),
  ]

  async function unfinished() {
    await sandbox.failNext('POST', '/api/locations/location', 422)
    const { boarding } = await openBoarding({ header: '' })
    await boarding.submit(mine)
    const path = '/api/registrations/registration'
    await sandbox.fail('GET', path, 422)
  }

  /** Submits in another browser and agrees to all questions. Runs `meanwhile` during the first question. */
  async function submitWhile(values: typeof mine, meanwhile: () => Promise<unknown>) {
    const there = await openBoarding({ header: '', agrees: null })
    const submitted = there.boarding.submit(values)
    const first = await waitForDialog(there.portal)
    await meanwhile()
    const shown = answerDialogs(there.portal)
    first.answer(true)
    await submitted
    return { ...there, shown: [first.message.key, ...shown] }
  }

  test('uses an unfinished administration for only one of two customers with the same name', async () => {
    await unfinished()
    let first: URL | undefined
    const { shown, environment } = await submitWhile(other, async () => {
      first = (await boardTestCustomer({ header: '' })).address
    })
    expect(shown).toEqual(['boarding:perhapsThisOne', 'boarding:existsAlready'])
    const [address = ''] = environment.visited
    expect(first?.searchParams.get('successUrl')).toContain('administration=1008')
    expect(new URL(address).searchParams.get('successUrl')).toContain('administration=1009')
    const places = await sandbox.rows('locations')
    expect(places.filter((each) => each.administration_id === 1008)).toHaveLength(1)
  })

  test('asks again if another browser creates the customer during a question', async () => {
    await sandbox.failNext('POST', '/api/registrations/registration/merchant/SNELSTART', 409)
    const { shown } = await submitWhile(mine, () => boardTestCustomer({ header: '' }))
    expect(shown).toEqual(['boarding:merchantExists', 'boarding:existsAlready'])
  })
})

test('uses the location that another browser created and asks before it creates a key', async () => {
  await sandbox.failNext('POST', '/api/locations/location', 422)
  const first = await openSubmittedBoarding()
  let looks = 0
  const environment = createTestEnvironment('http://localhost:4321/boarding', {
    fetch: async (request, how) => {
      const isLook = request instanceof Request && request.url.endsWith('/location/list/all')
      // The third lookup takes place right before the location is created.
      if (isLook && (looks += 1) === 3) await first.boarding.submit(boardingValues())
      return fetch(request, how)
    },
  })
  const agrees = (key: string) => key !== 'form:perhapsKeyMade'
  const there = await openSubmittedBoarding({ environment, agrees })
  expect(there.shown).toEqual(['boarding:merchantExists', 'form:perhapsKeyMade'])
  const ofCustomer = (row: { administration_id: unknown }) => row.administration_id === 1008
  expect((await sandbox.rows('locations')).filter(ofCustomer)).toHaveLength(1)
  expect((await sandbox.rows('keys')).filter(ofCustomer)).toHaveLength(1)
})

test('keeps the values and visited steps of the form for the same user', async () => {
  const { environment, boarding } = await openBoarding()
  boarding.keep(boardingValues())
  boarding.keepVisited(['merchant_info', 'subscription'])
  const other = await openBoarding({ environment, person: polarisUser })
  const company = { name: '', coc: '', country_code: 'NL', website_url: '' }
  expect(other.boarding.initial.serial_info.serial).toEqual(company)
  const again = await openBoarding({ environment })
  expect(again.boarding.initial).toEqual(boardingValues())
  expect(again.boarding.visited).toEqual(['merchant_info', 'subscription'])
  again.boarding.startAnew()
  expect((await openBoarding({ environment })).boarding.visited).toEqual([])
})

describe('confirmed coupling of a created customer', () => {
  test('forgets draft and progress of a customer once the coupling is confirmed', async () => {
    const there = await openBoarding()
    there.boarding.keepVisited(['merchant_info', 'serial_info'])
    await there.boarding.submit(boardingValues())
    there.memory.forgetCreated(2001)
    const before = await openBoarding({ environment: there.environment })
    expect(before.boarding.handOver()?.search).toBe('?administration=1008&location=2009')
    expect(before.boarding.initial).toEqual(boardingValues())
    there.memory.forgetCreated(2009)
    const again = await openBoarding({ environment: there.environment })
    expect(again.boarding.handOver()).toBeNull()
    expect(again.boarding.initial.serial_info.serial.name).toBe('')
    expect(again.boarding.visited).toEqual([])
  })

  test('keeps the draft of the next customer when a coupling is confirmed', async () => {
    const there = await openSubmittedBoarding()
    const next = customer('Volgende Zaak')
    there.boarding.keep(next)
    there.memory.forgetCreated(2009)
    const again = await openBoarding({ environment: there.environment })
    expect(again.boarding.initial).toEqual(next)
  })
})

test('shows the completed steps of a submit after a reload', async () => {
  await sandbox.failNext('POST', '/api/locations/location')
  const there = await openSubmittedBoarding()
  expect(there.boarding.$progress.get().location).toBe('failed')
  const again = await openBoarding({ environment: there.environment })
  expect(again.boarding.$progress.get()).toEqual({
    merchant: 'done',
    user: 'done',
    registration: 'done',
  })
  await again.boarding.submit(boardingValues())
  const { environment } = there
  const whole = await openBoarding({ environment })
  expect(whole.boarding.$progress.get()).toMatchObject({ location: 'done', key: 'done' })
  const other = await openBoarding({ environment, person: polarisUser })
  expect(other.boarding.$progress.get()).toEqual({})
  whole.boarding.startAnew()
  const next = await openBoarding({ environment: there.environment })
  expect(next.boarding.$progress.get()).toEqual({})
})

describe('restored draft of a new customer', () => {
  async function reloaded(path: string, kind: 'lost' | 'drop', header = 'Idempotency-Key') {
    await sandbox.strikeNext('POST', path, { kind })
    const there = await openBoarding({ header })
    there.boarding.keep(boardingValues())
    await there.boarding.submit(boardingValues())
    const { environment } = there
    const agrees = (key: string) => key === 'form:startAnewQuestion'
    return openBoarding({ environment, agrees, header })
  }

  test('shows a notice about a restored draft until the user goes to another step', async () => {
    const there = await openBoarding()
    expect(there.boarding.$isRestored.get()).toBe(false)
    there.boarding.keepVisited(['merchant_info', 'serial_info'])
    there.boarding.keep({ ...there.boarding.initial, subscription: boardingValues().subscription })
    const untouched = await openBoarding({ environment: there.environment })
    expect(untouched.boarding.$isRestored.get()).toBe(false)

    untouched.boarding.keep(boardingValues())
    const { boarding } = await openBoarding({ environment: there.environment })
    expect(boarding.$isRestored.get()).toBe(true)
    boarding.keepVisited(['merchant_info'])
    expect(boarding.$isRestored.get()).toBe(false)
  })

  test('keeps a restored draft if the user declines to discard the draft', async () => {
    const there = await openBoarding({ agrees: () => false })
    there.boarding.keep(boardingValues())
    const again = await openBoarding({ environment: there.environment, agrees: () => false })
    expect(await again.boarding.discard()).toBeNull()
    expect(again.shown).toEqual(['form:startAnewQuestion'])
    expect(again.boarding.$isRestored.get()).toBe(true)
    expect((await openBoarding({ environment: there.environment })).boarding.initial).toEqual(
      boardingValues(),
    )
  })

  test('shows no completed steps after the user discards the draft', async () => {
    await sandbox.failNext('POST', '/api/locations/location')
    const { boarding, environment } = await openSubmittedBoarding()
    await boarding.discard()
    expect(boarding.$progress.get()).toEqual({})
    const again = await openBoarding({ environment })
    expect(again.boarding.$progress.get()).toEqual({})
    again.boarding.keep(setFieldText(boardingValues(), 'serial_info.serial.name', 'Andere Zaak'))
    expect((await openBoarding({ environment })).boarding.$progress.get()).toEqual({})
  })

  test.each([
    ['/api/registrations/registration', 'Idempotency-Key', 'boarding:perhapsChanged'],
    ['/api/registrations/registration', '', 'boarding:perhapsChanged'],
    ['/api/snelstart/keys/unconnected', 'Idempotency-Key', 'boarding:changed'],
    ['/api/snelstart/keys/unconnected', '', 'boarding:changed'],
  ])(
    'after the user discards a draft, asks before it repeats a write whose response was lost: %s, header %j',
    async (path, header, question) => {
      const there = await reloaded(path, 'lost', header)
      expect(there.boarding.handOver()).toBeNull()
      expect(there.boarding.$isRestored.get()).toBe(true)
      expect((await there.boarding.discard())?.serial_info.serial.name).toBe('')
      expect(there.boarding.$isRestored.get()).toBe(false)

      await there.boarding.submit(customer('Andere Zaak'))
      expect(there.shown.at(-1)).toBe(question)
      await there.boarding.submit(boardingValues())
      const { length: count } = await sandbox.rows('registrations')
      const keys = (await sandbox.rows('keys')).filter((key) => key.administration_id === 1008)
      expect([count, keys.length]).toEqual([1, 1])
    },
  )
})

test('creates another customer while one customer waits for the coupling', async () => {
  const there = await openSubmittedBoarding()
  const again = await openBoarding({ environment: there.environment })
  expect(again.boarding.handOver()?.search).toBe('?administration=1008&location=2009')
  expect(again.boarding.$isRestored.get()).toBe(false)
  expect(again.boarding.startAnew().serial_info.serial.name).toBe('')
  const merchant_info = { full_name: 'Ander', username: 'ander@zaak.test' }
  await again.boarding.submit({ ...customer('Volgende Zaak'), merchant_info })
  expect(again.shown).toEqual([])
  expect((await sandbox.rows('registrations')).map(({ name }) => name)).toEqual([
    'Nieuwe Zaak',
    'Volgende Zaak',
  ])
})

test('distinguishes a registration with an unknown outcome from the registration of a namesake', async () => {
  const first = await openBoarding({ header: '' })
  await sandbox.failNext('POST', '/api/locations/location', 422)
  await first.boarding.submit(boardingValues())

  const second = await openBoarding({ header: '' })
  await sandbox.strikeNext('POST', '/api/registrations/registration', { kind: 'drop' })
  const namesake = boardingValues({
    merchant_info: { full_name: 'Naamgenoot', username: 'naamgenoot@zaak.test' },
  })
  await second.boarding.submit(namesake)
  await second.boarding.submit(namesake)
  expect(second.shown).toEqual([
    'boarding:existsAlready',
    'boarding:registrationFailed',
    'boarding:existsAlready',
    'boarding:perhapsDone',
  ])
  expect(await sandbox.rows('registrations')).toHaveLength(2)
})

test.each(['{', 'null', '[7]', '{"values":{"serial_info":7}}'])(
  'ignores malformed stored data: %s',
  async (stored) => {
    const { environment, memory } = await boardTestCustomer()
    const { tabStorage } = environment
    for (const key of listKeys(tabStorage, tabKeyPrefix)) tabStorage.setItem(key, stored)
    memory.forgetCreated(2009)
    const { boarding } = await openBoarding({ environment })
    expect([boarding.initial.serial_info.serial.name, boarding.handOver()]).toEqual(['', null])
  },
)

test.each([
  ['from the start', '', [['failure:storageFull', undefined]]],
  ['before the first step', 'write:', [['boarding:merchantFailed', 'failure:storageFull']]],
])('sends nothing and shows one error if the storage is full: %s', async (_, part, expected) => {
  const environment = createTestEnvironment('http://localhost:4321/boarding')
  fillStorage(environment.tabStorage, (key) => key.includes(part))
  const there = await openBoarding({ environment })
  const shown: (string | undefined)[][] = []
  there.portal.dialogs.$dialog.listen((dialog) => {
    if (dialog) shown.push([dialog.message.key, dialog.detail?.key])
  })
  await there.boarding.submit(boardingValues())
  expect(shown).toEqual(expected)
  expect(await listBoardingWrites()).toEqual([])
})
