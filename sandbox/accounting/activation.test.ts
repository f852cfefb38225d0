import { beforeEach, expect } from 'vitest'
import requirements from '../../src/lib/i18n/messages/nl/requirements.json' with { type: 'json' }
import { sandbox, test } from '../../test/test.ts'

let keyId: string
const successUrl = 'http://localhost:4321/wizard?administration=1001&location=2001'

beforeEach(async () => {
  keyId = await unconnectedKey()
})

const unconnectedKey = async () => {
  const body = { administration_id: 1001, location_id: 2001 }
  const { body: key } = await sandbox.callApi('POST /snelstart/keys/unconnected', { body })
  return (key as { id: string }).id
}

const open = async (query: Record<string, string>) => {
  const search = new URLSearchParams(query).toString()
  const answer = await fetch(`${sandbox.url}/accounting/activate?${search}`)
  return { status: answer.status, text: await answer.text() }
}

const choose = async (outcome: string, back = successUrl) => {
  const answer = await fetch(`${sandbox.url}/accounting/activate`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ referenceKey: keyId, successUrl: back, outcome }),
  })
  const location = answer.headers.get('location')
  return { status: answer.status, location, text: await answer.text() }
}

const companyStatus = async () => {
  const place = { headers: { administration: '1001' }, query: { location: '2001' } }
  return (await sandbox.callApi('GET /snelstart/company', place)).status
}

test('the activation page shows the practice notice, the shop and a button for each outcome', async () => {
  const { status, text } = await open({ referenceKey: keyId, successUrl })
  expect(status).toBe(200)
  expect(text.replace(/^.*<title>/s, '').replaceAll(keyId, '…')).toMatchSnapshot()
})

test('connects the key at once and redirects to the portal', async () => {
  expect(await companyStatus()).toBe(404)
  expect(await choose('activate')).toMatchObject({ status: 303, location: successUrl })
  expect(await companyStatus()).toBe(200)
})

test('a late confirmation redirects immediately but connects the key eight seconds later', async () => {
  const before = Date.now()
  expect(await choose('late')).toMatchObject({ status: 303, location: successUrl })
  expect(await companyStatus()).toBe(404)
  const [key] = (await sandbox.rows('keys')).filter(({ id }) => id === keyId)
  expect(Number(key?.connected_at) - before).toBeGreaterThanOrEqual(8000)
  await sandbox.changeSettings({ activationDelay: 0 })
  await choose('late')
  expect(await companyStatus()).toBe(200)
})

test('returns the API key of a late confirmation only after the confirmation has arrived', async () => {
  const setRelation = async () => {
    const request = { body: { default_no_relation: null } }
    return (await sandbox.callApi(`PUT /snelstart/keys/${keyId}`, request)).body
  }
  await choose('late')
  expect(await setRelation()).not.toHaveProperty('apiKey')
  await sandbox.changeSettings({ activationDelay: 0 })
  await choose('late')
  expect(await setRelation()).toHaveProperty('apiKey')
})

test('refuses a connected key and connects a new one', async () => {
  await choose('activate')
  for (const { status, text } of [
    await open({ referenceKey: keyId, successUrl }),
    await choose('activate'),
  ]) {
    expect(status).toBe(409)
    expect(text).toContain('referenceKey is al gekoppeld')
  }
  const connected = keyId
  keyId = await unconnectedKey()
  expect(keyId).not.toBe(connected)
  expect(await choose('activate')).toMatchObject({ status: 303, location: successUrl })
})

test.each([
  ['trial', 'proefadministratie', requirements.paid],
  ['package', 'pakket is te klein', requirements.package],
  ['rights', 'geen rechten', requirements.access],
  ['offline', 'alleen op uw computer', requirements.online],
])('refuses the outcome %s and names the unmet requirement', async (outcome, words, line) => {
  const { status, location, text } = await choose(outcome)
  expect({ status, location }).toEqual({ status: 200, location: null })
  expect(text).toContain(words)
  expect(text).toContain(`Zie <strong>${line}</strong> onder ‘Dit moet in SnelStart kloppen’`)
  expect(text).toContain(`<a href="${successUrl.replace('&', '&amp;')}">Terug naar het portaal</a>`)
  const { text: english } = await choose(outcome, successUrl.replace('/wizard', '/en/wizard'))
  expect(english).toContain('onder ‘What has to be right in SnelStart’')
  expect(english).not.toContain(line)
  expect(await companyStatus()).toBe(404)
})

test('neither connects the key nor redirects if the user closes the page', async () => {
  const { status, location, text } = await choose('close')
  expect({ status, location }).toEqual({ status: 200, location: null })
  expect(text).toContain('U kunt dit venster sluiten')
  expect(await companyStatus()).toBe(404)
})

test.each(['', 'toString'])(
  'responds with status 400 to the unsupported activation outcome %j',
  async (outcome) => {
    expect(await choose(outcome)).toMatchObject({ status: 400, location: null })
  },
)

test.each([
  [{ successUrl }, 'referenceKey ontbreekt'],
  [{ referenceKey: 'x'.repeat(500), successUrl }, 'referenceKey is onbekend'],
  [{ referenceKey: 'x'.repeat(501), successUrl }, 'langer dan 500 tekens'],
  [{ referenceKey: '<script>alert(1)</script>', successUrl }, 'referenceKey is onbekend'],
])('refuses the activation query %j', async (query, words) => {
  const { status, text } = await open(query)
  expect(status).toBe(400)
  expect(text).toContain(words)
  expect(text).not.toContain('<script>alert')
})

test.each(['', 'javascript:alert(1)', '//evil.example'])(
  'refuses the successUrl %j',
  async (to) => {
    const { status, text } = await open({ referenceKey: keyId, successUrl: to })
    expect(status).toBe(400)
    expect(text).toContain('successUrl is geen geldig webadres')
  },
)

test('sends a content security policy with every page of the sandbox', async () => {
  for (const path of ['/', '/customers', `/accounting/activate`]) {
    const answer = await fetch(sandbox.url + path)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await answer.text()).replace(/^.*<title>/s, '')).toMatchSnapshot(path)
  }
})
