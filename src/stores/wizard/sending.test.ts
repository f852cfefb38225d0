import { expect } from 'vitest'
import {
  cheese,
  haveOverlapped,
  liquor,
  openWizard,
  readyWizard,
  settleLedgers,
  storedOf,
  writesTo,
} from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'

const byCall = (a: { call: string }, b: { call: string }) => a.call.localeCompare(b.call)

test('ledgers first, then the three saves, then the imports', async () => {
  const { setup } = await openWizard({ sandbox, ...cheese })
  await sandbox.clearRequests()
  await settleLedgers(setup)
  setup.relation.input('100')
  await expect.poll(() => setup.relation.$state.get()).toMatchObject({ status: 'existing' })
  await setup.submitting.submit()
  const { identifier, relations, settings } = await storedOf(sandbox, cheese)
  const relation = relations.find(({ relatiecode }) => relatiecode === '100')
  const writes = await writesTo(sandbox)

  const between = { rekening_code: 'Balans', kostenplaats: false, rubriek: 'Tussenrekeningen' }
  const place = { administration: 1007, location: 2008 }
  expect(writes.slice(0, 4)).toEqual(
    [
      {
        ...place,
        nummer: '2200',
        omschrijving: 'Contante betalingen',
        functie: 'ContanteBetaling',
        ...between,
      },
      {
        ...place,
        nummer: '2210',
        omschrijving: 'Pinbetalingen',
        functie: 'ElectronischeBetaling',
        ...between,
      },
      {
        ...place,
        nummer: '2220',
        omschrijving: 'Webshopbetalingen',
        functie: 'ElectronischeBetaling',
        ...between,
      },
      {
        ...place,
        nummer: '2050',
        omschrijving: 'Kassa',
        functie: 'DagboekMemoriaal',
        ...between,
        rubriek: '',
      },
    ].map((body) => ({ call: 'POST /snelstart/journals/grootboeken', body })),
  )
  expect(writes.slice(4, 7).toSorted(byCall)).toEqual([
    {
      call: 'POST /accounting/paymentledgers',
      body: {
        administration_id: 1007,
        location_id: 2008,
        cash_ledger: '2200',
        eft_ledger: '2210',
        webshop_ledger: '2220',
        type: 'SNELSTART',
      },
    },
    {
      call: `POST /snelstart/company/${identifier}`,
      body: {
        ...settings[0]?.settings,
        snelstart_administratie_identifier: identifier,
        api_key: {
          id: '7d1c9a40-0000-4b52-8e11-000000002008',
          default_no_relation: relation?.id,
        },
      },
    },
    {
      call: 'PUT /snelstart/keys/7d1c9a40-0000-4b52-8e11-000000002008',
      body: { default_no_relation: relation?.id },
    },
  ])
  expect(writes.slice(7).toSorted(byCall)).toEqual([
    { call: 'GET /snelstart/product/import', body: null },
    { call: 'GET /snelstart/relations/import', body: null },
  ])
  const imports = (await sandbox.requests()).filter(({ path }) => path.endsWith('/import'))
  expect(imports.map(({ headers }) => headers.administration)).toEqual(['1007', '1007'])
  expect(imports.map(({ query }) => query)).toEqual(
    expect.arrayContaining([{ productpages: 'true' }, { location: '2008' }]),
  )
})

test('the three saves run side by side', async () => {
  const { setup } = await readyWizard({ sandbox, ...liquor, application: 'desktop' })
  for (const path of [
    '/api/snelstart/company/{identifier}',
    '/api/accounting/paymentledgers',
    '/api/snelstart/keys/{id}',
  ]) {
    await sandbox.injectFault({
      method: '*',
      path,
      times: 1,
      fault: { kind: 'delay', milliseconds: 500 },
    })
  }
  await setup.submitting.submit()
  const delayed = (await sandbox.requests()).filter(({ fault }) => fault === 'delay')
  expect(delayed).toHaveLength(3)
  expect(haveOverlapped(delayed)).toBe(true)
})

test('every write carries an idempotency key of its own', async () => {
  const { setup } = await readyWizard({ sandbox, ...liquor, application: 'desktop' })
  await setup.submitting.submit()
  const sent = (await sandbox.requests()).filter(
    ({ method, path }) => method !== 'GET' || path.endsWith('/import'),
  )
  expect(sent).toHaveLength(5)
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(5)
})
