import { afterEach, beforeEach, describe, expect } from 'vitest'
import {
  prepareAnswerChange,
  listChangedLines,
  openCheck,
  listUnsettledLines,
} from '../../../test/open-check.ts'
import { addLocation } from '../../../test/shops.ts'
import { listSentWrites } from '../../../test/fault-matrix.ts'
import {
  cheeseShopLocation,
  coupleLocation,
  placeWithoutRelation,
  liquorLocation,
  openReadyWizard,
  webApplicationLocation,
} from '../../../test/open-wizard.ts'
import { pendingKey } from '../../../test/open-home.ts'
import { createOwner } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { InjectedFault } from '../../../sandbox/control/faults.ts'
import type { Row } from '../../../sandbox/database/database.ts'
import { wizardChoiceRows, type SettingName } from '../../lib/accounting/snelstart/choices.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'
import type { Environment } from '../../lib/environment.ts'
import { removeUserData } from '../../lib/remembered.ts'
import { rememberPendingKey, type PendingKey } from '../coupling/remembered-places.ts'

const company = '/api/snelstart/company'
const info = '/api/snelstart/company/info'
const templates = '/api/snelstart/salesorder/template'
const ledgers = '/api/snelstart/journals/grootboeken/list'
const payments = '/api/accounting/paymentledgers'
const registration = '/api/registrations/registration'
const relation = '/api/snelstart/relations/{id}'
const another = 'settings of another location'

/** A second coupled location of the same administration. */
let sibling: typeof liquorLocation
beforeEach(async () => {
  const { administration } = liquorLocation
  const location = await addLocation(sandbox, { administration, name: 'Filiaal' })
  sibling = { administration, location }
  await sandbox.connectKey({ administration_id: administration, location_id: location })
  await sandbox.clearRequests()
})

afterEach(async () => expect(await listSentWrites(sandbox)).toEqual([]))

const ledgerLines = wizardChoiceRows.flatMap(({ name, setting, purpose }) =>
  purpose ? [setting ?? name] : [],
)
const afterCoupling = [
  'administration',
  'templates',
  ...ledgerLines,
  'payments',
  'relation',
  'prices',
  'sync',
]
const all = (names: readonly string[], verdict: string) => names.map((name) => `${name} ${verdict}`)

interface Read {
  read: string
  path: string
  lines: readonly string[]
  shown?: readonly string[]
  means?: Readonly<Record<string, readonly string[]>>
  isOfSibling?: true
  also?: readonly string[]
}

const denied = { 403: ['access wrong'], 404: ['access wrong'] }
const uncoupled = ['coupling wrong', ...all(afterCoupling, 'left out')]
const unknownBook = ['administration manual']

const reads: readonly Read[] = [
  { read: 'administration', path: '/api/serials/serial/1006', lines: ['access'], means: denied },
  { read: 'location', path: '/api/locations/location/2007', lines: ['access'], means: denied },
  { read: 'registration', path: registration, lines: [] },
  {
    read: 'settings',
    path: company,
    lines: ['coupling', ...afterCoupling],
    means: { 404: uncoupled, 409: uncoupled },
    also: [info, templates, ledgers, relation],
  },
  {
    read: another,
    path: company,
    isOfSibling: true,
    lines: ['administration'],
    means: { 404: unknownBook, 409: unknownBook },
  },
  { read: 'prices', path: info, lines: ['prices'] },
  { read: 'order templates', path: templates, lines: ['templates'], shown: ['administration'] },
  { read: 'ledgers', path: ledgers, lines: ledgerLines, shown: ['administration'] },
  {
    read: 'payment ledgers',
    path: payments,
    lines: ['payments'],
    means: { 404: ['payments wrong'] },
  },
  { read: 'relation', path: relation, lines: ['relation'], means: { 404: ['relation wrong'] } },
  {
    read: 'other locations',
    path: '/api/locations/location/list/all',
    lines: ['administration'],
    also: [another],
  },
]

const status = (code: number) => ({ kind: 'status', status: code }) as const

/** Faults with the expected messages of an affected check. Null stands for a timeout. */
const faults: Readonly<
  Record<string, { fault: InjectedFault['fault'] | null; message?: string; failure: string }>
> = {
  403: { fault: status(403), message: 'check:forbidden', failure: 'failure:messages' },
  404: { fault: status(404), message: 'check:notFound', failure: 'failure:messages' },
  409: { fault: status(409), message: 'check:unconfirmed', failure: 'failure:messages' },
  500: { fault: status(500), failure: 'failure:messages' },
  'a dropped connection': { fault: { kind: 'drop' }, failure: 'failure:unreachable' },
  'half an answer': { fault: { kind: 'malformed' }, failure: 'failure:noUse' },
  'a page of a proxy': { fault: { kind: 'html' }, failure: 'failure:diverted' },
  'a time-out': { fault: null, failure: 'failure:timeout' },
}

const nameOf = ({ path, query }: { path: string; query: Record<string, string> }) =>
  path === company && query.location !== String(liquorLocation.location)
    ? another
    : path.replace(/(?<=relations\/).*/, '{id}')

test.each(reads)(
  'a failed request for the $read affects only the lines that need it',
  async ({ path, isOfSibling, ...read }) => {
    const { lines, shown = [], means = {}, also = [] } = read
    const { check, run, settled, detained } = await openCheck(sandbox)
    const before = await run()
    const place = isOfSibling ? sibling : liquorLocation
    const query: Record<string, string> =
      path === company ? { location: String(place.location) } : {}
    for (const [name, { fault, message, failure }] of Object.entries(faults)) {
      if (fault === null && path === company) continue
      if (fault) await sandbox.injectFault({ method: 'GET', path, query, fault })
      else await detained({ method: 'GET', path }, run)
      const after = fault ? await run() : check.$lines.get()
      await sandbox.settled()
      const expected = means[name] ?? [...all(shown, 'manual'), ...all(lines, 'unknown')]
      expect(listChangedLines(before, after).toSorted(), name).toEqual(expected.toSorted())
      const failed = after.filter((line) => line.failed.length > 0)
      if (!means[name]) {
        expect(failed.map((line) => line.name)).toEqual(lines)
        expect(new Set(failed.map((line) => line.failure?.key ?? ''))).toEqual(
          new Set(lines.length > 0 ? [failure] : []),
        )
        for (const { messages } of message ? failed : [])
          expect(messages).toEqual([{ key: message }])
      }

      // A repeated check sends only the failed reads, each once.
      await sandbox.clearFaults()
      await sandbox.clearRequests()
      for (const line of [...failed, ...failed]) check.readAgain(line)
      if (failed.length > 0) expect(listChangedLines(before, await settled())).toEqual([])
      const again = failed.length > 0 ? [isOfSibling ? another : path, ...also] : []
      // Parallel requests arrive in any order.
      const sent = (await sandbox.requests()).map(nameOf)
      expect(sent.toSorted(), name).toEqual(again.toSorted())
    }
  },
)

const having = (changes: object) => (body: object) => ({ ...body, ...changes })
const exclusive = 'verkoopprijs_artikelbestand_exclusief_btw'

type Change = readonly [name: string, change: (body: never) => unknown, changed: readonly string[]]

async function expectChanges(path: string, changes: readonly Change[], place = liquorLocation) {
  const { run } = await openCheck(sandbox)
  const before = await run()
  expect(listUnsettledLines(before)).toEqual([])
  const alter = await prepareAnswerChange(sandbox, path, place)
  for (const [name, change, changed] of changes) {
    await alter(change)
    expect(listChangedLines(before, await run()), name).toEqual(changed)
    await sandbox.clearFaults()
  }
}

describe('stored setting in the check', () => {
  const flipped: Record<SettingName, readonly (readonly [value: unknown, ...changed: string[]])[]> =
    {
      default_verkoop_order_sjabloon: [['weg', 'templates wrong']],
      direct_payment_verkoop_order_sjabloon: [['', 'templates wrong']],
      invoice_verkoop_order_sjabloon: [[undefined, 'templates wrong']],
      write_as_order: [[false, 'templates good'], ['true']],
      write_order: [[true], ['false']],
      sync_open_verkoop_factuur: [[false]],
      default_cash_payment_ledger: [
        ['9999', 'default_cash_payment_ledger wrong', 'payments wrong'],
        ['1201', 'default_cash_payment_ledger good', 'payments wrong'],
        [null, 'default_cash_payment_ledger wrong', 'cash_differences unknown', 'payments wrong'],
        [2200],
        [' 2200 '],
      ],
      default_eft_payment_ledger: [
        ['1201', 'default_eft_payment_ledger attention', 'payments wrong'],
      ],
      default_webshop_payment_ledger: [
        ['2010', 'default_webshop_payment_ledger wrong', 'payments wrong'],
      ],
      default_cash_register: [
        ['2011', 'default_cash_register good'],
        ['1000', 'default_cash_register attention'],
      ],
      cash_gap_ledger: [['9990', 'cash_gap_ledger unknown']],
      default_cash_difference_ledger: [
        ['4752', 'default_cash_difference_ledger attention'],
        [undefined, 'default_cash_difference_ledger wrong'],
      ],
      default_emballage_ledger: [
        ['3090', 'default_emballage_ledger attention'],
        ['', 'cash_differences unknown', 'default_emballage_ledger wrong'],
      ],
      write_cash_count: [[false]],
      skip_non_active_artikels: [[false]],
      skip_non_active_relations: [[false]],
      sync_product: [[undefined, 'sync unknown']],
      sync_relation: [[false, 'sync off']],
      open_invoice_product: [[true]],
      price_decimals: [
        [2, 'prices attention'],
        [null, 'prices attention'],
        [undefined, 'prices unknown'],
        ['3'],
      ],
      rounded_prices: [[true, 'prices attention']],
      prices_inclusive_tax: [[true, 'prices attention'], ['false']],
    }
  test('changes only the line of the setting whose value differs', () => {
    const flips = Object.entries(flipped).flatMap(([name, values]) =>
      values.map(([value, ...changed]): Change => {
        return [`${name} ${String(value)}`, having({ [name]: value }), changed]
      }),
    )
    return expectChanges(company, flips)
  })

  test('changes the lines of relation and administration when their stored ids change', async () => {
    const relations = (await sandbox.rows('relations')).filter(isOfLiquor)
    const idOf = (code: string) => relations.find(({ relatiecode }) => relatiecode === code)?.id
    const using = (id: unknown) => having({ api_key: { id: 'sleutel', default_no_relation: id } })
    const elsewhere: Change = [
      'another administration',
      having({ snelstart_administratie_identifier: 'anders' }),
      ['administration attention'],
    ]
    await expectChanges(company, [
      ['another customer', using(idOf('100')), ['relation good']],
      ['a supplier', using(idOf('-1')), ['relation attention']],
      ['one that is gone', using('weg'), ['relation wrong']],
      ['none: -2', using(null), []],
      ['an empty one: -2', using(''), []],
      ['no key', having({ api_key: null }), []],
      elsewhere,
      ['more than is known', having({ nieuw: true }), []],
    ])
    const own = having({ default_cash_payment_ledger: '1000' })
    await expectChanges(company, [elsewhere, ['ledgers of its own', own, []]], sibling)
  })
})

const isOfLiquor = ({ administration_id: owner }: { administration_id: number }) =>
  owner === liquorLocation.administration

describe('data of the accounting package', () => {
  type Ledgers = Record<string, unknown>[]
  const ledgerHaving = (number: string, changes: object) => (body: Ledgers) =>
    body.map((each) => (each.nummer === number ? { ...each, ...changes } : each))
  const without = (number: string) => (body: Ledgers) =>
    body.filter(({ nummer }) => nummer !== number)
  const numbers: Readonly<Record<string, readonly string[]>> = {
    2200: ['default_cash_payment_ledger'],
    2210: ['default_eft_payment_ledger'],
    2220: ['default_webshop_payment_ledger'],
    2050: ['default_cash_register'],
    7980: ['cash_gap_ledger', 'default_cash_difference_ledger'],
    8040: ['default_emballage_ledger'],
  }

  const changes: readonly (readonly [name: string, changes: object, verdict?: string])[] = [
    ['renumbered', { nummer: '2299' }, 'wrong'],
    ['inactive', { nonactief: true }, 'wrong'],
    ['inactive, as text', { nonactief: 'true' }, 'wrong'],
    ['active', { nonactief: 'false' }],
    ['active or not', { nonactief: 'misschien' }],
    ['refusing lines', { grootboekfunctie: 'DagboekBalans' }, 'wrong'],
    ['turnover', { grootboekfunctie: 'verkopenomzethoog' }, 'attention'],
    ['a function that is new', { grootboekfunctie: 'Nieuw' }, 'unknown'],
    ['no function', { grootboekfunctie: null }, 'unknown'],
    ['renamed', { omschrijving: 'Anders' }, 'good'],
    ['a category', { grootboek_rubriek: 'Anders' }],
  ]

  test.each(Object.entries(numbers))(
    'changes only the lines of ledger %s when the ledger changes',
    (number, names) =>
      expectChanges(ledgers, [
        ['gone', without(number), all(names, 'wrong')],
        ['a number', ledgerHaving(number, { nummer: Number(number) }), []],
        ...changes.map(([name, changes, verdict]): Change => {
          return [name, ledgerHaving(number, changes), verdict ? all(names, verdict) : []]
        }),
      ]),
  )

  test.each([
    ['the usual ledger fits', '1201', '', '', 'useLedger', 'eft-2210'],
    ['the usual ledger is one of several that fit', '1201', '', '2211', 'useLedger', 'eft-2210'],
    ['another ledger fits', '1201', '2210', '2211', 'useLedger', 'eft-2211'],
    ['the usual ledger is gone', '2210', '2210', '', 'makeAgain', undefined],
    ['no usual ledger fits', '2050', '2210', '', undefined, undefined],
  ] as const)(
    'chooses the proposed fix for an unsuitable ledger: %s',
    async (_, number, gone, added, mend, fix) => {
      const alter = await prepareAnswerChange(sandbox, company, liquorLocation)
      await alter(having({ default_eft_payment_ledger: number }))
      const alterLedgers = await prepareAnswerChange(sandbox, ledgers, liquorLocation)
      await alterLedgers((body: Ledgers) => [
        ...body
          .filter(({ nummer }) => nummer === '2210' && added !== '')
          .map((ledger) => ({ ...ledger, nummer: added })),
        ...body.filter(({ nummer }) => nummer !== gone),
      ])
      const { run } = await openCheck(sandbox)
      const line = (await run()).find(({ name }) => name === 'default_eft_payment_ledger')
      expect(line?.fixText?.key).toBe(mend && `check:${mend}`)
      expect(line?.fix && `${line.fix.purpose}-${line.fix.number}`).toBe(fix)
    },
  )

  test('warns about a payment ledger of the profit and loss account', () =>
    expectChanges(ledgers, [
      [
        'cash',
        ledgerHaving('2200', { rekening_code: 'WinstEnVerlies' }),
        ['default_cash_payment_ledger attention'],
      ],
      ['register', ledgerHaving('2050', { rekening_code: 'WinstEnVerlies' }), []],
      ['cash without a code', ledgerHaving('2200', { rekening_code: undefined }), []],
      ['a ledger that nobody uses', without('9990'), []],
      ['one that is recognised by', without('1000'), ['administration manual']],
    ]))

  test('checks the existence and the VAT setting of order templates', async () => {
    const rows = (await sandbox.rows('order_templates')).filter(isOfLiquor)
    type Templates = Record<string, unknown>[]
    const [standard, register, account] = rows.map(({ id }) => ({
      without: (body: Templates) => body.filter((each) => each.id !== id),
      saying: (changes: object) => (body: Templates) =>
        body.map((each) => (each.id === id ? { ...each, ...changes } : each)),
    }))
    if (!standard || !register || !account) throw new Error('There are too few templates')
    const vat = (isExclusive: unknown) => ({ prijsIngaveExclusiefBtw: isExclusive })
    const missing = ['administration manual', 'templates wrong']
    await expectChanges(templates, [
      ['standard', standard.without, missing],
      ['register', register.without, missing],
      ['account', account.without, missing],
      ['none', () => [], missing],
      ['exclusive at the register', register.saying(vat(true)), ['templates attention']],
      ['exclusive at the register, as text', register.saying(vat('true')), ['templates attention']],
      ['unsaid at the register', register.saying(vat(null)), ['templates good']],
      ['inclusive on account', account.saying(vat(false)), ['templates good']],
      ['as text', account.saying(vat('true')), []],
      ['exclusive where it is not used', standard.saying(vat(true)), []],
    ])
  })

  test('warns if price decimals or the VAT setting of the accounting package have changed', () =>
    expectChanges(info, [
      ['decimals', having({ aantal_decimalen_artikelprijzen: 2 }), ['prices attention']],
      ['decimals as text', having({ aantal_decimalen_artikelprijzen: '3' }), []],
      ['VAT', having({ [exclusive]: false }), ['prices attention']],
      ['VAT as text', having({ [exclusive]: 'true' }), []],
    ]))

  test('compares the record of payment ledgers with the settings', () => {
    const allHaving = (changes: object) => (body: Row<'payment_ledgers'>[]) =>
      body.map((record) => ({ ...record, ...changes }))
    return expectChanges(payments, [
      ['none', () => [], ['payments wrong']],
      ['two', (body: unknown[]) => [...body, ...body], ['payments wrong']],
      ['another for cash', allHaving({ cash_ledger: '1201' }), ['payments wrong']],
      ['another for pin', allHaving({ eft_ledger: '1201' }), ['payments wrong']],
      ['another for the webshop', allHaving({ webshop_ledger: 1201 }), ['payments wrong']],
      ['as numbers', allHaving({ cash_ledger: 2200, eft_ledger: 2210 }), []],
      ['one is not said', allHaving({ cash_ledger: null }), ['payments unknown']],
      ['one differs', allHaving({ cash_ledger: '', eft_ledger: '1' }), ['payments wrong']],
      ['no id', allHaving({ id: null }), []],
      ['no list', ([record]: unknown[]) => record, []],
    ])
  })

  test('shows the ledger numbers of two duplicate records of payment ledgers', async () => {
    const { run } = await openCheck(sandbox)
    const alter = await prepareAnswerChange(sandbox, payments, liquorLocation)
    await alter((body: object[]) => [
      ...body,
      { cash_ledger: '1201', location_id: liquorLocation.location },
    ])
    const line = (await run()).find(({ name }) => name === 'payments')
    expect(line?.facts?.map(({ value }) => value)).toEqual(['2200, 1201', '2210', '2220'])
    expect(line?.messages).toEqual([{ key: 'check:paymentsTwice', parameters: { count: '2' } }])
  })

  test('checks the existence and the kind of the walk-in relation', async () => {
    const found = (await sandbox.rows('relations')).find(
      (each) => isOfLiquor(each) && each.relatiecode === '-2',
    )
    await expectChanges(`/api/snelstart/relations/${found?.id}`, [
      ['renamed', having({ naam: 'Passant' }), ['relation good']],
      ['a supplier', having({ relatiesoort: ['Leverancier'] }), ['relation attention']],
      ['of kinds that are not said', having({ relatiesoort: null }), []],
      ['one kind, in no list', having({ relatiesoort: 'Klant' }), []],
      ['a code that is a number', having({ relatiecode: -2 }), []],
      ['none', () => [], ['relation wrong']],
    ])
  })

  test('reports a missing administration and a location of another administration', async () => {
    await expectChanges('/api/serials/serial/1006', [
      ['renamed', having({ name: 'Anders' }), ['access good']],
      ['its id as text', having({ id: '1006' }), []],
      ['none', () => [], ['access wrong']],
    ])
    await expectChanges('/api/locations/location/2007', [
      ['renamed', having({ name: 'Anders' }), ['access good']],
      ['of another administration', having({ administration_id: 1001 }), ['access wrong']],
      ['of an administration as text', having({ administration_id: '1006' }), []],
      ['of an administration that is not said', having({ administration_id: null }), []],
      ['none', () => [], ['access wrong']],
    ])
  })
})

async function readVerdicts(
  place: PlaceIds,
  pendingKey?: PendingKey,
  afterwards: (environment: Environment) => void = () => undefined,
) {
  const { environment, run } = await openCheck(sandbox, place)
  if (pendingKey) await rememberPendingKey(createOwner(environment), pendingKey)
  afterwards(environment)
  const verdicts = (await run()).map(({ name, verdict, messages = [] }) => [
    name,
    [verdict, ...messages.map(({ key }) => key)].join(' '),
  ])
  return Object.fromEntries(verdicts) as Record<string, string>
}

const sameVerdict = (names: readonly string[], message: string) =>
  Object.fromEntries(names.map((name) => [name, message]))

describe('coupling', () => {
  test('reports a coupling that was never created', async () => {
    const verdicts = await readVerdicts(webApplicationLocation)
    expect(verdicts).toEqual({ access: 'good', coupling: 'wrong check:neverMade' })
    const answer = {
      kind: 'answer',
      body: { administration_id: webApplicationLocation.administration },
    } as const
    await sandbox.injectFault({ method: 'GET', path: registration, fault: answer })
    expect(await readVerdicts(webApplicationLocation)).toEqual({
      ...verdicts,
      coupling: 'wrong check:registered',
    })
    await sandbox.clearFaults()
    for (const fault of [status(403), status(500), { kind: 'drop' }] as const) {
      await sandbox.clearFaults()
      await sandbox.injectFault({ method: 'GET', path: registration, fault })
      expect(await readVerdicts(webApplicationLocation)).toEqual(verdicts)
    }
  })

  test('reports a coupling that waits for approval', async () => {
    const verdicts = { access: 'good', coupling: 'wrong check:waiting' }
    const key = pendingKey(webApplicationLocation)
    expect(await readVerdicts(webApplicationLocation, key)).toEqual(verdicts)
    // A sign-out removes the key, but not the date of the approval link.
    expect(await readVerdicts(webApplicationLocation, key, removeUserData)).toEqual(verdicts)
    await sandbox.injectFault({ method: 'GET', path: company, fault: status(409) })
    expect(await readVerdicts(webApplicationLocation)).toEqual(verdicts)
  })

  test.each([
    ['wizard:unknownAdministration', 9999, 2007],
    ['wizard:unknownLocation', 1006, 9999],
    ['wizard:foreignLocation', 1001, 2007],
  ])('reports a place that does not exist: %s', async (verdict, administration, location) => {
    expect(await readVerdicts({ administration, location })).toEqual({ access: `wrong ${verdict}` })
  })

  test('lists a new location that the service does not return yet', async () => {
    const at = { administration: 9998, location: 9999 }
    const place = {
      administration: { id: 9998, name: 'Nieuwe Zaak' },
      location: { id: 9999, name: 'Hoofdwinkel' },
    }
    expect(await readVerdicts(at, { ...pendingKey(at), place })).toEqual({
      access: 'good',
      coupling: 'wrong check:waiting',
    })
  })

  test('reports that the user has no access to the administration', async () => {
    for (const path of ['/api/{a}/{b}', '/api/{a}/{b}/{c}', '/api/{a}/{b}/{c}/{d}'])
      await sandbox.injectFault({ method: '*', path, fault: status(403) })
    expect(await readVerdicts(liquorLocation)).toEqual({
      access: 'wrong check:foreign',
      ...sameVerdict(['coupling', ...afterCoupling], 'unknown check:forbidden'),
    })
  })

  test('reports a coupling without stored settings', async () => {
    expect(await readVerdicts(cheeseShopLocation)).toEqual({
      access: 'good',
      coupling: 'attention check:notSetUp',
      administration: 'manual',
    })
  })

  test('gives verdicts for responses that contain only the required fields', async () => {
    const before = await readVerdicts(liquorLocation)
    await sandbox.changeSettings({ minimalAnswers: true })
    expect(await readVerdicts(liquorLocation)).toEqual({
      ...before,
      ...sameVerdict(ledgerLines, 'unknown check:ledgerNoFunction'),
      cash_differences: 'good check:ledgerNoFunction',
      default_cash_difference_ledger: 'wrong check:ledgerUnset',
      payments: 'unknown check:paymentsUnsaid',
      prices: 'unknown check:pricesUnsaid',
    })
  })

  test.each([
    ['web', webApplicationLocation, {}],
    ['desktop', cheeseShopLocation, { application: 'desktop' }],
    ['desktop, with stock', cheeseShopLocation, { application: 'desktop', usesStock: true }],
    ['web, without -2', placeWithoutRelation, {}],
  ] as const)(
    'reports no problem after the wizard has set up a place: %s',
    async (_, place, choices) => {
      if (place === webApplicationLocation) await coupleLocation(place)
      const { setup } = await openReadyWizard({ ...place, ...choices })
      await setup.submitting.submit()
      await sandbox.clearRequests()
      const verdicts = Object.entries(await readVerdicts(place))
      expect(
        verdicts.filter(([, each]) => !/^(?:good|manual|off check:syncOff$)/.test(each)),
      ).toEqual([])
    },
  )

  test('reports a missing walk-in relation', async () => {
    const alter = await prepareAnswerChange(sandbox, company, placeWithoutRelation)
    await alter(having({ default_cash_payment_ledger: '1201' }))
    const isGone = 'wrong check:relationGone'
    expect((await readVerdicts(placeWithoutRelation)).relation).toBe(isGone)
    const relations = [100, -2].map((relatiecode, id) => ({ id, relatiecode }))
    for (const [body, expected] of [
      [relations.slice(0, 1), isGone],
      [relations, 'good'],
    ] as const) {
      await sandbox.strikeNext('GET', '/api/snelstart/relations', { kind: 'answer', body })
      expect((await readVerdicts(placeWithoutRelation)).relation).toBe(expected)
    }
  })
})
