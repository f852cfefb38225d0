import { expect, test } from 'vitest'
import { scrub } from './scrub.ts'

test('leaves out what an address may carry, however deep', () => {
  const event = {
    message: 'GET https://api.test/users?username=zoe@example.test failed',
    request: { url: 'https://portal.test/wizard?administration=7&location=9', query_string: 'x' },
    breadcrumbs: [{ data: { from: '/connect?reseller=1', to: '/callback?code=a&state=b#c' } }],
    spans: [{ data: { 'http.query': '?a=1', 'url.full': 'https://api.test/a?b=c', status: 200 } }],
    user: null,
  }
  expect(scrub(event)).toEqual({
    message: 'GET https://api.test/users failed',
    request: { url: 'https://portal.test/wizard' },
    breadcrumbs: [{ data: { from: '/connect', to: '/callback' } }],
    spans: [{ data: { 'url.full': 'https://api.test/a', status: 200 } }],
    user: null,
  })
})

test('leaves the style sheets of a replay alone', () => {
  const sheet = { _cssText: 'a{font:1rem/1.5 sans-serif;color:#fff}input[type=radio]{margin:0}' }
  expect(scrub([sheet])).toEqual([sheet])
})

test('leaves the release alone, which looks like a mail address', () => {
  const event = {
    release: 'koppelpunt@0.1.0+0123456789ab',
    trace: { release: 'koppelpunt@1.20.3-rc.1+hash-0123456789ab' },
    message: 'koppelpunt@example.test runs koppelpunt@0.1.0',
    name: 'koppelpunt@mail.1.test',
  }
  expect(scrub(event)).toEqual({
    release: 'koppelpunt@0.1.0+0123456789ab',
    trace: { release: 'koppelpunt@1.20.3-rc.1+hash-0123456789ab' },
    message: '[mail] runs [mail]',
    name: '[mail]',
  })
})

test('does not touch the report itself, nor what is not the report’s own', () => {
  const when = new Date(0)
  const event = { at: when, url: '/a?b' }
  expect(scrub(event).at).toBe(when)
  expect(event.url).toBe('/a?b')
})
