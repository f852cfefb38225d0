import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { createSettings } from '../../../src/lib/accounting/snelstart/company-settings.ts'
import { createRegistrationBody } from '../../../src/lib/domain/boarding.ts'
import { createBoardingRules, normalizeCustomer } from '../../../src/lib/domain/customer.ts'
import { arbitraryDecisions, arbitrarySettings } from '../../../test/arbitraries.ts'
import { boardingValues } from '../../../test/builders.ts'
import { waitForVisit, openBoarding, polarisUser, reseller } from '../../../test/open-boarding.ts'
import {
  coupleLocation,
  placeWithoutRelation,
  liquorLocation,
  openReadyWizard,
  listWizardWrites,
} from '../../../test/open-wizard.ts'
import { sandbox, test } from '../../../test/test.ts'
import { callEndpoints } from '../calls.ts'
import { ContractValidator } from '../conformity.ts'
import { createContractDocument } from './document.ts'
import { getSampleRequest } from './samples.ts'

const conformity = new ContractValidator(createContractDocument())

async function problemsOfSent(): Promise<{ calls: string[]; problems: unknown[] }> {
  const writes = await listWizardWrites()
  const problems = writes.flatMap(({ call, body }) => {
    const problems = conformity.requestProblems(call, body ?? undefined)
    return problems.length === 0 ? [] : [{ call, body, problems }]
  })
  return { calls: writes.map(({ call }) => call), problems }
}

describe('contract document', () => {
  test.each([['a reseller', reseller] as const, ['a polaris user', polarisUser] as const])(
    'the document allows every request that %s sends for a new customer',
    async (_, person) => {
      await sandbox.changeSettings({ userAppearance: 0 })
      const there = await openBoarding({ person, query: '?reseller=shop-7' })
      void there.boarding.submit(boardingValues())
      await waitForVisit(there)
      const { calls, problems } = await problemsOfSent()
      expect(problems).toEqual([])
      expect(calls).toContain('POST /registrations/registration')
    },
  )

  test.each([
    ['the web application', { application: 'web' }, placeWithoutRelation],
    [
      'the desktop application with stock',
      { application: 'desktop', usesStock: true },
      liquorLocation,
    ],
  ] as const)(
    'the document allows every request that the wizard sends for %s',
    async (_, choices, place) => {
      await coupleLocation(place)
      const answers = { import_non_active: true }
      const { setup } = await openReadyWizard({ ...place, ...choices, answers })
      await setup.submitting.submit()
      const { calls, problems } = await problemsOfSent()
      expect(problems).toEqual([])
      expect(calls.join()).toContain('POST /snelstart/company/')
    },
  )
})

const registration = 'POST /registrations/registration'
const sentRegistration = getSampleRequest(callEndpoints.createRegistration).body as object
const parts = fc.record({
  name: fc.string(),
  coc: fc.oneof(fc.constant(''), fc.constant('01234567'), fc.string()),
  country_code: fc.constantFrom('NL', 'be', 'Duitsland', 'xyz', ''),
  website_url: fc.oneof(fc.constantFrom('', 'zaak.nl', 'HTTP://zaak.nl'), fc.webUrl()),
})

test('describes every registration request that the form accepts', () => {
  fc.assert(
    fc.property(parts, fc.string(), (serial, fullName) => {
      const subscription = { id: 12, name: 'Winkel' }
      const values = boardingValues({
        merchant_info: { full_name: fullName, username: 'anna@zaak.test' },
        serial_info: { serial, location: { name: 'Toonbank' } },
        subscription: { selected: subscription },
      })
      fc.pre(createBoardingRules(false).safeParse(values).success)
      const body = createRegistrationBody(normalizeCustomer(values), null, null)
      expect(conformity.requestProblems(registration, JSON.parse(JSON.stringify(body)))).toEqual([])
    }),
  )
})

test('describes all company settings that the wizard can send', () => {
  const numbers = fc.stringMatching(/^\d{1,8}$/)
  fc.assert(
    fc.property(arbitraryDecisions, arbitrarySettings, numbers, (choices, current, number) => {
      const ledgers = Object.fromEntries(
        Object.keys(choices.ledgers).map((purpose) => [purpose, number]),
      ) as typeof choices.ledgers
      const sent = JSON.stringify(createSettings({ ...choices, ledgers }, current))
      fc.pre(!/"\.\.?"/.test(sent))
      const body: unknown = JSON.parse(sent)
      expect(conformity.requestProblems('POST /snelstart/company/a', body)).toEqual([])
    }),
  )
})

test.each([
  ['POST /locations/location', { name: '' }],
  ['POST /serials/serial', { name: 'Noord', country_code: 'Nederland' }],
  [registration, { ...sentRegistration, country_code: 'N' }],
  [registration, { ...sentRegistration, country_code: 'NLD' }],
  ['POST /snelstart/company/a', { snelstart_administratie_identifier: 'a', write_as_order: 'no' }],
  ['POST /snelstart/journals/grootboeken', { nummer: 'A', omschrijving: 'Kas' }],
])('rejects the request %s with the body %j', (call, body) => {
  expect(conformity.requestProblems(call, body)).not.toEqual([])
})
