import { beforeEach, describe, expect } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import { openBoarding } from '../../../test/open-boarding.ts'
import { answerDialogs, answerNextDialog, waitForDialog } from '../../../test/portal.ts'
import { sandbox, test } from '../../../test/test.ts'

const registration = '/api/registrations/registration'
const location = '/api/locations/location'
const list = '/api/serials/serial/list'

beforeEach(() => sandbox.changeSettings({ userAppearance: 0 }))

async function openTab(header = '') {
  const { environment, portal, boarding } = await openBoarding({ header, agrees: null })
  const submit = () => boarding.submit(boardingValues())
  return { environment, portal, submit }
}

const double = (path: string) => sandbox.strikeNext('POST', path, { kind: 'doubled' })

const customers = async () =>
  (await sandbox.rows('administrations')).filter(({ name }) => name === 'Nieuwe Zaak')

test.each([
  ['administration', registration, { name: 'Nieuwe Zaak', used: '1009', others: '1008' }],
  ['location', location, { name: 'Hoofdwinkel', used: '2010', others: '2009' }],
] as const)(
  'shows an alert if the service has created a duplicate %s',
  async (what, path, question) => {
    await double(path)
    const { environment, portal, submit } = await openTab()
    const submitted = submit()
    const dialog = await waitForDialog(portal)
    expect(dialog).toMatchObject({
      kind: 'alert',
      message: { key: 'shell:madeTwice' },
      detail: { key: `boarding:${what}Twice`, parameters: { ...question, provider: 'Koppelpunt' } },
    })
    expect(environment.visited).toEqual([])
    dialog.answer(true)
    await submitted
    const keys = await sandbox.rows('keys')
    const key = keys.find((row) => String(row[`${what}_id`]) === question.used)
    const [address = ''] = environment.visited
    expect(new URL(address).searchParams.get('referenceKey')).toBe(key?.id)
  },
)

test('leaves for the activation page although the lookup of duplicates fails', async () => {
  await double(registration)
  await sandbox.injectFault({
    ...{ method: 'GET', path: list, after: 2, times: 3 },
    fault: { kind: 'status', status: 500 },
  })
  const { environment, portal, submit } = await openTab()
  const shown = answerDialogs(portal)
  await submit()
  expect(environment.visited).toHaveLength(1)
  expect(shown).toEqual([])
  expect(environment.logged).toContain('duplicates could not be looked up')
})

test('completes a registration with a lost response after another tab continued the registration', async () => {
  const first = await openTab()
  const answers = answerDialogs(first.portal)
  await sandbox.strikeNext('POST', registration, { kind: 'lost' })
  await first.submit()
  const second = await openTab()
  answerDialogs(second.portal)
  await sandbox.failNext('POST', location, 422)
  await second.submit()

  await first.submit()
  expect(first.environment.visited).toHaveLength(1)
  expect(answers).toEqual(['boarding:registrationFailed'])
  expect(await customers()).toHaveLength(1)
})

describe('service that omits the details of a registration', () => {
  async function openThere() {
    const tab = await openTab()
    await sandbox.changeSettings({ minimalAnswers: true })
    return tab
  }
  test.each([
    { kind: 'lost' },
    { kind: 'replaced', status: 500 },
    { kind: 'replaced', status: 408 },
  ] as const)(
    'asks whether a found administration comes from an earlier attempt: %j',
    async (fault) => {
      await sandbox.strikeNext('POST', registration, fault)
      const { environment, portal, submit } = await openThere()
      const shown = answerDialogs(portal)
      await submit()
      await submit()
      expect(shown).toEqual(['boarding:registrationFailed', 'boarding:perhapsThisOne'])
      expect(environment.visited).toHaveLength(1)
      expect(await customers()).toHaveLength(1)
    },
  )

  test('if a registration response has no id, asks at once whether the found administration is the customer', async () => {
    await sandbox.strikeNext('POST', registration, { kind: 'replaced', status: 204 })
    const { environment, portal, submit } = await openThere()
    const dialog = await answerNextDialog(portal, submit())
    expect(dialog).toMatchObject({
      isRisky: true,
      message: {
        key: 'boarding:perhapsThisOne',
        parameters: { name: 'Nieuwe Zaak', id: '1008' },
      },
    })
    expect(environment.visited).toHaveLength(1)
    expect(await customers()).toHaveLength(1)
  })

  test('creates a second administration if the user declines the existing administration', async () => {
    await sandbox.strikeNext('POST', registration, { kind: 'lost' })
    const { portal, submit } = await openThere()
    const agrees = (key: string) => key !== 'boarding:perhapsThisOne'
    const shown = answerDialogs(portal, agrees)
    await submit()
    await submit()
    expect(shown).toEqual([
      'boarding:registrationFailed',
      'boarding:perhapsThisOne',
      'boarding:perhapsDone',
      'boarding:perhapsMadeTwice',
    ])
    expect(await customers()).toHaveLength(2)
  })

  test('reports an administration that the browser may have created twice', async () => {
    await double(registration)
    const { environment, portal, submit } = await openThere()
    const dialog = await answerNextDialog(portal, submit())
    expect(dialog).toMatchObject({
      message: { key: 'boarding:perhapsMadeTwice' },
      detail: {
        key: 'boarding:perhapsAdministrationTwice',
        parameters: { name: 'Nieuwe Zaak', used: '1009', others: '1008', provider: 'Koppelpunt' },
      },
    })
    expect(environment.visited).toHaveLength(1)
  })
})
