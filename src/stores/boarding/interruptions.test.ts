import { expect } from 'vitest'
import { boardingValues } from '../../../test/builders.ts'
import {
  expectNoDuplicatesAfterTwoInterruptions,
  expectNoDuplicatesAfterInterruption,
  interruptionKinds,
  type Scenario,
  type SentRequest,
} from '../../../test/interruptions.ts'
import { openBoarding } from '../../../test/open-boarding.ts'
import { formatCustomerLine, formatCustomerList, openList } from '../../../test/open-list.ts'
import { sandbox, test } from '../../../test/test.ts'
import { isMatchWithoutKey, getRowState, type RowMatch, type BoardingRow } from './list/rows.ts'

const values = boardingValues()
const keyCall = 'POST /api/snelstart/keys/unconnected'

async function records() {
  const [registrations, merchants, locations, keys] = await Promise.all([
    sandbox.rows('registrations'),
    sandbox.rows('merchants'),
    sandbox.rows('locations'),
    sandbox.rows('keys'),
  ])
  const emails = new Map(
    registrations.map((row) => [String(row.administration_id), row.emails[0]?.email ?? '']),
  )
  const ofCustomers = ({ administration_id: id }: { administration_id: number }) =>
    emails.has(String(id))
  return {
    emails,
    merchants: merchants.map(({ username }) => username),
    locations: locations.filter(ofCustomers),
    keys: keys.filter(ofCustomers),
    idsOf: (email: string) => [...emails].flatMap(([id, each]) => (each === email ? [id] : [])),
  }
}

function customers(emails: readonly string[]) {
  /** Number of existing keys when the user agreed to create another key. */
  let replacedKeys = 0
  const existing = new Set<string>()
  return {
    existing,
    prepare: async () => {
      replacedKeys = 0
      existing.clear()
      await sandbox.reset()
      await sandbox.changeSettings({ userAppearance: 'registration' })
    },
    truth: async (question, email = emails[0] ?? '') => {
      const { message, detail } = question
      const created = await records()
      const ids = created.idsOf(email)
      const places = created.locations.filter((row) => ids.includes(String(row.administration_id)))
      const id = message.parameters?.id ?? ''
      switch (message.key) {
        case 'customers:create':
        case 'customers:createOne':
          return true
        case 'boarding:merchantExists':
          expect(created.merchants).toContain(message.parameters?.account)
          return true
        case 'boarding:userNotFound':
          expect(ids).toEqual([])
          return true
        case 'boarding:boardedBefore':
          expect(created.keys).not.toEqual([])
          existing.add(email)
          return false
        case 'boarding:existsAlready':
          expect((await sandbox.rows('administrations')).map((row) => String(row.id))).toContain(id)
          if (!ids.includes(id)) return true
          existing.add(email)
          return false
        case 'boarding:perhapsThisOne':
          expect(created.locations.map((row) => String(row.administration_id))).not.toContain(id)
          return ids.includes(id)
        case 'boarding:perhapsDone':
          return (detail?.key === 'boarding:perhapsLocated' ? places : ids).length === 0
        case 'form:perhapsKeyMade':
          replacedKeys += created.keys.filter(
            (row) => String(row.location_id) === detail?.parameters?.location,
          ).length
          return true
        default:
          if ('kind' in question && question.kind === 'alert') return true
          throw new Error(`Unexpected question: ${message.key}`)
      }
    },
    subjectOf: async ({ call, body, administration }: SentRequest) => {
      const { username, emails, administration_id } = JSON.parse(body) as {
        username?: string
        emails?: { email: string }[]
        administration_id?: number
      }
      const email = username ?? emails?.[0]?.email
      if (email !== undefined) return email
      const id = administration ?? administration_id ?? /\d+$/.exec(call)?.[0]
      return (await records()).emails.get(String(id)) ?? call
    },
    secrets: async () => {
      const { serial, location } = values.serial_info
      const names = [...emails, serial.name, serial.coc, location.name, 'Zaak 0', 'Zaak 1']
      return [...names, ...(await records()).keys.map(({ id }) => id)]
    },
    expectOnce: async (sent) => {
      const created = await records()
      expect(created.merchants.toSorted()).toEqual(emails)
      expect([...created.emails.values()].toSorted()).toEqual(emails)
      expect(created.locations).toHaveLength(emails.length)
      const keys = sent.filter(({ call, isAccepted }) => call === keyCall && isAccepted).length
      expect(keys).toBeGreaterThanOrEqual(emails.length - existing.size)
      expect(keys).toBeLessThanOrEqual(emails.length + replacedKeys)
    },
  } satisfies Partial<Scenario> & { existing: unknown }
}

function boardingForm(header: string): Scenario {
  const { username } = values.merchant_info
  const { existing, ...customer } = customers([username])
  return {
    ...customer,
    address: 'http://localhost:4321/boarding',
    open: async ({ options }, isNew) => {
      const { boarding, environment } = await openBoarding({ ...options, header })
      if (isNew) boarding.keep(values)
      else expect(boarding.initial).toEqual(values)
      return {
        press: () => boarding.submit(values),
        isDone: () =>
          environment.visited.length > 0 || boarding.handOver() !== null || existing.has(username),
        expectTrue: async () => {
          const created = await records()
          const { merchant, registration, location, key } = boarding.$progress.get()
          const isReal = options.flags.length === 0
          if (isReal && merchant === 'done') expect(created.merchants).toEqual([username])
          if (isReal && registration === 'done') expect(created.emails.size).toBe(1)
          if (isReal && location === 'done') expect(created.locations).toHaveLength(1)
          if (isReal && key === 'done') expect(created.keys).toHaveLength(1)
          for (const address of environment.visited) {
            const reference = new URL(address).searchParams.get('referenceKey')
            if (reference !== null) expect(created.keys.map(({ id }) => id)).toContain(reference)
          }
        },
      }
    },
  }
}

const emailOf = ({ values }: BoardingRow) => values.merchant_info.username

function customerList(lines: readonly string[]): Scenario {
  const emails = lines.map((line) => line.split(';')[1] ?? '')
  const { existing, ...customer } = customers(emails)
  return {
    ...customer,
    address: 'http://localhost:4321/boarding/list',
    open: async ({ options, answer, isGone }, isNew) => {
      const { list, run, take } = await openList(options)
      if (isNew) await take(formatCustomerList(...lines))
      const rows = () => list.$rows.get()
      expect(rows().map(emailOf)).toEqual(emails)
      return {
        press: async () => {
          const { idsOf } = await records()
          for (const row of rows()) {
            const isOurs = (each: RowMatch) =>
              idsOf(emailOf(row)).includes(String(each.administration))
            const isWhole = row.matches.some((each) => isOurs(each) && !isMatchWithoutKey(each))
            if (row.isLeftOut && !isWhole) list.leaveOut(row, false)
          }
          await list.board()
          while (!isGone()) {
            const asking = rows().find(({ state }) => state?.status === 'asking')
            const isBusy = rows().some(
              ({ state }) => state?.status === 'busy' && state.step !== null,
            )
            const isRunning = run.$run.get().status === 'running'
            if (isRunning && asking?.state?.status === 'asking') {
              run.answer(asking.id, await answer(asking.state.question, emailOf(asking)))
            } else if (!isRunning && !isBusy) return
            await new Promise((resolve) => setTimeout(resolve, 1))
          }
        },
        isDone: () =>
          rows().every((row) => {
            const status = getRowState(row)?.status ?? ''
            const isFound = status === 'exists' && row.matches[0]?.isCertain === true
            return isFound || ['awaiting', 'done'].includes(status) || existing.has(emailOf(row))
          }),
        expectTrue: async () => {
          const created = await records()
          for (const row of rows()) {
            const state = getRowState(row)
            const message = `${emailOf(row)} ${state?.status}`
            if (state?.status === 'failed') expect(row.notes, message).not.toEqual([])
            if (!state || !('administration' in state)) continue
            const { administration, location, key, link } = state
            const isSure = state.status !== 'exists' || row.matches[0]?.isCertain
            if (isSure)
              expect(created.emails.get(String(administration)), message).toBe(emailOf(row))
            if (isSure) expect(location, message).not.toBeNull()
            if (state.status === 'exists') continue
            expect(created.keys, message).toContainEqual(
              expect.objectContaining({ id: key, location_id: location }),
            )
            expect(link?.searchParams.get('referenceKey'), message).toBe(key)
          }
        },
      }
    },
  }
}

const others = [formatCustomerLine(0), formatCustomerLine(1)]
/** Customers with equal names, which differ only in their email addresses. */
const namesakes = ['zaak0@zaak.test', 'zaak1@zaak.test'].map(
  (email) => `Winkelier;${email};Zaak 0;;NL;Hoofdwinkel;Winkel`,
)

test.each(interruptionKinds)(
  'creates each record of a customer once if a %s interrupts the form',
  (kind) => expectNoDuplicatesAfterInterruption(boardingForm(''), kind),
)

test('creates each record once with an idempotency key, also after a reload', () =>
  expectNoDuplicatesAfterInterruption(boardingForm('Idempotency-Key'), 'reload'))

test('creates no second customer if another browser creates the customer during a question', async () => {
  await expectNoDuplicatesAfterInterruption(boardingForm(''), 'rival')
  // A list with one row is enough to test two simultaneous browsers.
  await expectNoDuplicatesAfterInterruption(customerList(others.slice(1)), 'rival')
})

test.each([
  ['reload', others],
  ['sign-out', namesakes],
  ['brake', others],
  ['expiry', others],
] as const)('creates each customer of a list once if a %s interrupts the run', (kind, lines) =>
  expectNoDuplicatesAfterInterruption(customerList(lines), kind),
)

test('creates a customer once despite any two interruptions of the form', () =>
  expectNoDuplicatesAfterTwoInterruptions(boardingForm(''), { numRuns: 30, events: 25 }))

test('creates each customer of a list once despite any two interruptions', () =>
  expectNoDuplicatesAfterTwoInterruptions(customerList(namesakes), {
    numRuns: 15,
    events: 40,
  }))
