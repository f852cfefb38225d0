import { expect } from 'vitest'
import { Conformity } from '../conformity.ts'
import type { OpenApi } from '../document/document.ts'
import { storedContract } from '../document/file.ts'
import { sandbox } from '../../../test/test.ts'
import type { Sample } from '../../../test/samples/sample.ts'

const conformity = new Conformity(JSON.parse(await storedContract()) as OpenApi)

/** Whether a call takes no bearer token. */
export const isOpen = ({ call }: Sample) => call === 'GET /registrations/subscription/list'

/**
 * Sends a sample, without the header or query parameter named `leftOut`, and expects an answer as
 * docs/openapi.json describes it. `bearer` is an administrator's unless given; an empty one is none.
 */
export async function send(
  sample: Sample,
  { bearer, leftOut = 'none' }: { bearer?: string; leftOut?: string } = {},
) {
  const [method = '', template = ''] = sample.call.split(' ')
  const address = new URL(`${sandbox.url}/api${sample.path ?? template}`)
  address.search = new URLSearchParams(sample.query).toString()
  address.searchParams.delete(leftOut)
  const headers = new Headers(sample.headers)
  headers.delete(leftOut)
  const token = bearer ?? (await sandbox.token('admin@koppelpunt.test'))
  if (token) headers.set('authorization', `Bearer ${token}`)
  const body = sample.body === undefined ? null : JSON.stringify(sample.body)
  const answer = await fetch(address, { method, headers, body })
  const text = await answer.text()
  expect(conformity.problems(`${method} ${sample.path ?? template}`, answer.status, text)).toEqual(
    [],
  )
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
}

/** The identifier is made with the data, so the one write that names it asks first. */
export async function withIdentifier(sample: Sample): Promise<Sample> {
  if (!sample.call.includes('{identifier}')) return sample
  const rows = await sandbox.rows('accounting_administrations')
  const identifier = rows.find(({ administration_id }) => administration_id === 1006)?.identifier
  return { ...sample, path: `/snelstart/company/${identifier ?? ''}` }
}
