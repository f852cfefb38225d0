import { expect, test } from 'vitest'
import { scrubReport, scrubEnvelope } from './scrub.ts'

test('removes queries and fragments from addresses at any depth of a report', () => {
  const event = {
    request: { url: 'https://portal.test/wizard?administration=7&location=9', query_string: 'x' },
    breadcrumbs: [{ data: { from: '/connect?reseller=1', to: '/callback?code=a&state=b#c' } }],
    spans: [{ data: { 'http.query': '?a=1', 'url.full': 'https://api.test/a?b=c', status: 200 } }],
    user: null,
  }
  expect(scrubReport(event)).toEqual({
    request: { url: 'https://portal.test/wizard' },
    breadcrumbs: [{ data: { from: '/connect', to: '/callback' } }],
    spans: [{ data: { 'url.full': 'https://api.test/a', status: 200 } }],
    user: null,
  })
})

test('removes all fields from a report except the listed ones', () => {
  const event = {
    level: 'error',
    extra: { __serialized__: { name: 'Bakkerij Zuid' } },
    user: { name: 'Zoe' },
    attributes: { class: 'row', 'aria-label': 'Koppelen: Bakkerij Zuid', alt: 'Bakkerij Zuid' },
  }
  expect(scrubReport(event)).toEqual({ level: 'error', attributes: { class: 'row' } })
})

test.each([
  ['GET /serials/serial/{id}: status 500'],
  ['POST /locations/location: malformed, id'],
  ['Failed to fetch'],
  ['Minified React error #418', 'Minified React error #418; visit https://react.dev/?args[]=Zuid'],
  ['Cannot read properties of undefined', "Cannot read properties of undefined (reading 'Zuid')"],
  ['[left out]', 'Bakkerij Zuid is gesloten'],
  ['[left out]', 'Unexpected token Z in "Zuid"'],
  ['[left out]', 'GET /serials/serial of Bakkerij Zuid: status 500'],
  ['[left out]', 'Zuid'],
  ['[left out]', '/Zuid'],
])('reports only %j of an error message', (left, text = left) => {
  const reportOf = (value: string) => [{ exception: { values: [{ value }] } }, { message: value }]
  expect(scrubReport(reportOf(text))).toEqual(reportOf(left))
  expect(scrubReport({ category: 'sentry.event', message: `Error: ${text}` }).message).toBe(
    '[left out]',
  )
})

test.each([{ category: 'ui.click' }, { category: 'ui.slowClickDetected' }])(
  'removes attributes from the selector of a clicked element in reports of the kind %j',
  (kind) => {
    const pressed = 'ul#home-list > li > a.button[aria-label="Koppelen: Zuid > a ] Zuid"] > b.Zuid'
    expect(scrubReport({ ...kind, message: pressed }).message).toBe('ul#home-list > li > a.button')
    const took = { op: 'ui.interaction.click', description: 'a[aria-label="Zuid"]' }
    expect(scrubReport(took).description).toBe('a')
  },
)

test.each(['GET https://api.test/a', '/assets/a.C1x2.js', 'first-paint'])(
  'keeps the span description %s, and removes the description if it also contains a name',
  (name) => {
    expect(scrubReport({ op: 'x', description: name }).description).toBe(name)
    expect(scrubReport({ op: 'x', description: `${name} of Zuid` }).description).toBe('[left out]')
  },
)

test('removes unmasked texts from a replay', () => {
  const node = (textContent: string) => ({ node: { childNodes: [{ type: 3, textContent }] } })
  expect(scrubReport([node('*** ** **'), node('Bakkerij Zuid')])).toEqual([
    node('*** ** **'),
    node('[left out]'),
  ])
})

test('keeps the style sheets of a replay', () => {
  const sheet = { _cssText: 'a{font:1rem/1.5 sans-serif;color:#fff}input[type=radio]{margin:0}' }
  expect(scrubReport([sheet])).toEqual([sheet])
})

test('keeps a release name that looks like a mail address', () => {
  const event = {
    release: 'koppelpunt@0.1.0+0123456789ab',
    trace: { release: 'koppelpunt@1.20.3-rc.1+hash-0123456789ab' },
    transaction: 'koppelpunt@example.test runs koppelpunt@0.1.0',
    name: 'koppelpunt@mail.1.test',
  }
  expect(scrubReport(event)).toEqual({
    release: 'koppelpunt@0.1.0+0123456789ab',
    trace: { release: 'koppelpunt@1.20.3-rc.1+hash-0123456789ab' },
    transaction: '[mail] runs [mail]',
    name: '[mail]',
  })
})

test('copies a report instead of changing the original', () => {
  const when = new Date(0)
  const event = { timestamp: when, url: '/a?b' }
  expect(scrubReport(event).timestamp).toBe(when)
  expect(event.url).toBe('/a?b')
})

const recording = '{"segment_id":0}\n[{"data":{"href":"https://portal.test/connect?reseller=7"}}]'
const clean = '{"segment_id":0}\n[{"data":{"href":"https://portal.test/connect"}}]'

test.each([
  ['text', recording],
  ['bytes', new TextEncoder().encode(recording)],
])('scrubs an envelope and corrects the length of its recording: %s', (_, payload) => {
  const event = [{ type: 'event' }, { request: { url: '/a?b=c' } }]
  const header = { type: 'replay_recording', length: recording.length }
  const [headers, items] = scrubEnvelope([{ dsn: 'x' }, [event, [header, payload]]] as [
    object,
    [{ length: number }, unknown][],
  ])
  expect(headers).toEqual({ dsn: 'x' })
  expect(items[0]).toEqual([{ type: 'event' }, { request: { url: '/a' } }])
  expect(items[1]?.[0].length).toBe(clean.length)
  expect(new TextDecoder().decode(items[1]?.[1] as Uint8Array)).toBe(clean)
})
