import { expect } from 'vitest'
import { configurationFor } from '../../../test/configuration.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createTestPortal } from '../../../test/portal.ts'
import { test } from '../../../test/test.ts'
import type { Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import { createCheckScreen } from './screen.ts'

const configuration = configurationFor('http://localhost:4400')
const place = '?administration=1006&location=2007'

function openAt(path: string, version: string | null = null) {
  const environment = createTestEnvironment(`http://localhost:4321${path}`)
  return createCheckScreen(createTestPortal({ environment, configuration }), {
    id: 'user',
    version,
  })
}

const line = (given: Partial<Line>): Line => ({
  name: 'templates',
  label: 'check:templates',
  verdict: 'wrong',
  failed: [],
  ...given,
})

function mendedAt(path: string, given: Partial<Line>, version?: string) {
  const screen = openAt(path, version)
  if (screen.status !== 'checking') throw new Error(`The screen is ${screen.status}`)
  const { pathname, search } = screen.mendingOf(line(given))?.address ?? {}
  return pathname && `${pathname}${search}`
}

test.for([
  ['', 'missingAdministration', 'missingLocation'],
  ['?location=2007', 'missingAdministration'],
  ['?administration=1006&location=..', 'malformedLocation'],
])('an address that names no place is not asked about: %s', ([query = '', ...wrong]) => {
  const screen = openAt(`/check${query}`)
  const messages = wrong.map((name) => ({ key: `wizard:${name}` }))
  expect(screen).toMatchObject({ status: 'unusable', messages, flow: 'connect' })
  expect(openAt('/check', 'polaris')).toMatchObject({ flow: 'boarding' })
})

test('a line leads to its step of the wizard of the user, in the language of the page', () => {
  const step = 'journals'
  expect(mendedAt(`/check${place}`, { step })).toBe(`/wizard${place}&step=journals`)
  expect(mendedAt(`/check${place}`, { step, verdict: 'attention' })).toBeDefined()
  expect(mendedAt(`/check${place}`, { step }, 'polaris')).toBe(`/polaris${place}&step=journals`)
  expect(mendedAt(`/check${place}`, { step, verdict: 'good' })).toBeUndefined()
  expect(mendedAt(`/check${place}`, { step, verdict: 'unknown' })).toBeUndefined()
})

test('what needs no step leads to where a coupling is made, and what is good to what is asked', () => {
  const mend = 'wizard:toConnect'
  expect(mendedAt(`/check${place}`, { mend })).toBe('/connect')
  expect(mendedAt(`/check${place}`, { mend }, 'polaris')).toBe('/boarding')
  expect(mendedAt(`/check${place}`, {})).toBeUndefined()
  const good = { step: 'import_and_sync', mend: 'check:mend', verdict: 'good' } as const
  expect(mendedAt(`/check${place}`, good)).toBe(`/wizard${place}&step=import_and_sync`)
})

test('without a location it is about all of the administration, each with its own check', () => {
  const screen = openAt('/en/check?administration=1006')
  if (screen.status !== 'locations') throw new Error(`The screen is ${screen.status}`)
  const location = { id: 2007, name: 'Slijterij' }
  const { pathname, search } = screen.addressOf({ location, lines: null, worst: null })
  expect(pathname + search).toBe(`/check${place}`)
})
