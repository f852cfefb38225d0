import type * as z from 'zod/mini'
import { getCallName, type Endpoint } from '../../../src/lib/api/endpoint.ts'
import { calls } from '../calls.ts'
import { listSchemaFields } from '../document/schemas.ts'
import type { Options } from './options.ts'
import { CheckFailedError, skipCheck } from './outcome.ts'
import { getRequestSchemas, type Service } from './service.ts'

const UNUSED_ID = '999999999'

/** Builds a request with possibly invalid values, for a call that must be refused. */
function anyRequest(endpoint: Endpoint, { administration, location }: Options): unknown {
  const values = (part: z.ZodMiniType | undefined) =>
    Object.fromEntries(
      listSchemaFields(part).map((name) => {
        if (name.startsWith('administration')) return [name, administration ?? '1']
        return [name, name.startsWith('location') ? (location ?? '1') : '1']
      }),
    )
  const { path, query, headers } = getRequestSchemas(endpoint)
  return { path: values(path), query: values(query), headers: values(headers) }
}

async function expect401(
  service: Service,
  endpoint: Endpoint,
  authorization: string | null,
): Promise<string> {
  const input = anyRequest(endpoint, service.options)
  const answer = await service.send(endpoint, input, authorization)
  if (answer.status !== 401) throw new CheckFailedError(`status ${answer.status}, expected 401`)
  service.expectReadable(answer)
  const text = await answer.text()
  try {
    if (text !== '') JSON.parse(text)
  } catch {
    throw new CheckFailedError('the body of the 401 is not JSON')
  }
  return '401'
}

/** Checks that a read without a valid token gets a 401 response that the portal can read. */
export async function check401(service: Service): Promise<void> {
  const reads = Object.values(calls).filter(
    ({ effect, authorized }) => effect === 'read' && authorized,
  )
  for (const endpoint of reads) {
    await service.check(`${getCallName(endpoint)} without a token`, () =>
      expect401(service, endpoint, null),
    )
  }
  await service.check('GET /serials/serial/list with a token that is none', () =>
    expect401(service, calls.listAdministrations, 'Bearer none'),
  )
}

/** Returns the unverified claims of a JWT; an empty object for other tokens. */
function claimsOf(token: string): { exp?: unknown; aud?: unknown } {
  try {
    const [, payload = ''] = token.split('.')
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as object
  } catch {
    return {}
  }
}

/** Returns the token of another client. Skips the check if the refusal of this token would prove nothing. */
function foreignTokenOf({ token, foreignToken }: Options): string {
  if (foreignToken === null) return skipCheck('no --foreign-token, a token of another client')
  const { exp, aud } = claimsOf(foreignToken)
  if (typeof exp === 'number' && exp * 1000 <= Date.now())
    skipCheck('the foreign token has expired')
  const own = [claimsOf(token).aud].flat().filter((each) => each !== undefined)
  // This API may accept a foreign token with its own audiences, so that the check would prove nothing.
  const isShared = own.length > 0 && own.every((each) => [aud].flat().includes(each))
  return isShared ? skipCheck('the foreign token has every audience of the other') : foreignToken
}

export async function checkForeignToken(service: Service): Promise<void> {
  const name = `${getCallName(calls.listAdministrations)} with a token of another client`
  await service.check(name, async () => {
    const bearer = `Bearer ${foreignTokenOf(service.options)}`
    const { status } = await service.send(calls.listAdministrations, {}, bearer)
    if (status === 401 || status === 403) return String(status)
    throw new CheckFailedError(`status ${status}, expected 401: the audience has to be checked`)
  })
}

/** Checks that a read of a missing record gets a 404 or an empty response. */
export async function check404(service: Service): Promise<void> {
  const expectNone = (endpoint: Endpoint, read: () => Promise<unknown>) =>
    service.check(`${getCallName(endpoint)} of what does not exist`, async () => {
      const answer = await read()
      service.expectReadable(service.last)
      if (answer !== null && !(Array.isArray(answer) && answer.length === 0)) {
        throw new CheckFailedError('something was answered, expected 404')
      }
      return `status ${service.last?.status ?? 0}`
    })

  const path = { id: UNUSED_ID }
  await expectNone(calls.getAdministration, () => service.call(calls.getAdministration, { path }))
  await expectNone(calls.getLocation, () => service.call(calls.getLocation, { path }))
  await expectNone(calls.getPaymentLedgers, () => service.call(calls.getPaymentLedgers, { path }))
  if (!service.hasAnswer(calls.getCompanySettings)) return
  const { query, headers } = service.place
  await expectNone(calls.findLedger, () =>
    service.call(calls.findLedger, { path: { number: UNUSED_ID }, query, headers }),
  )
  const coded = { ...query, relatiecode: UNUSED_ID }
  await expectNone(calls.findRelations, () =>
    service.call(calls.findRelations, { query: coded, headers }),
  )
}
