import type * as z from 'zod/mini'
import { getCallName, type Endpoint } from '../../../src/lib/api/endpoint.ts'
import { callEndpoints } from '../calls.ts'
import { listSchemaFields } from '../document/schemas.ts'
import type { ServiceCheckOptions } from './options.ts'
import { CheckFailedError, throwCheckSkipped } from './outcome.ts'
import { getRequestSchemas, type Service } from './service.ts'

const UNUSED_ID = '999999999'

/** Builds a request for a call that must be refused. */
function anyRequest(
  endpoint: Endpoint,
  { administration, location }: ServiceCheckOptions,
): unknown {
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

/** Checks that the portal can read a 401 response. */
export async function check401(service: Service): Promise<void> {
  const reads = Object.values(callEndpoints).filter(
    ({ effect, authorized }) => effect === 'read' && authorized,
  )
  for (const endpoint of reads) {
    await service.check(`${getCallName(endpoint)} without a token`, () =>
      expect401(service, endpoint, null),
    )
  }
  await service.check('GET /serials/serial/list with a token that is none', () =>
    expect401(service, callEndpoints.listAdministrations, 'Bearer none'),
  )
}

/** Returns a JWT's unverified claims, or an empty object. */
function claimsOf(token: string): { exp?: unknown; aud?: unknown } {
  try {
    const [, payload = ''] = token.split('.')
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as object
  } catch {
    return {}
  }
}

/** Returns the foreign token, or skips the check if the token is unsuitable. */
function foreignTokenOf({ token, foreignToken }: ServiceCheckOptions): string {
  if (foreignToken === null)
    return throwCheckSkipped('no --foreign-token, a token of another client')
  const { exp, aud } = claimsOf(foreignToken)
  if (typeof exp === 'number' && exp * 1000 <= Date.now())
    throwCheckSkipped('the foreign token has expired')
  const own = [claimsOf(token).aud].flat().filter((each) => each !== undefined)
  // A foreign token with all audiences of `token` may be valid.
  const isShared = own.length > 0 && own.every((each) => [aud].flat().includes(each))
  return isShared
    ? throwCheckSkipped('the foreign token has every audience of the other')
    : foreignToken
}

export async function checkForeignToken(service: Service): Promise<void> {
  const name = `${getCallName(callEndpoints.listAdministrations)} with a token of another client`
  await service.check(name, async () => {
    const bearer = `Bearer ${foreignTokenOf(service.options)}`
    const { status } = await service.send(callEndpoints.listAdministrations, {}, bearer)
    if (status === 401 || status === 403) return String(status)
    throw new CheckFailedError(`status ${status}, expected 401: the audience has to be checked`)
  })
}

/** Checks that a missing record gets 404 or an empty response. */
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
  await expectNone(callEndpoints.getAdministration, () =>
    service.call(callEndpoints.getAdministration, { path }),
  )
  await expectNone(callEndpoints.getLocation, () =>
    service.call(callEndpoints.getLocation, { path }),
  )
  await expectNone(callEndpoints.getPaymentLedgers, () =>
    service.call(callEndpoints.getPaymentLedgers, { path }),
  )
  if (!service.hasAnswer(callEndpoints.getCompanySettings)) return
  const { query, headers } = service.place
  await expectNone(callEndpoints.findLedger, () =>
    service.call(callEndpoints.findLedger, { path: { number: UNUSED_ID }, query, headers }),
  )
  const coded = { ...query, relatiecode: UNUSED_ID }
  await expectNone(callEndpoints.findRelations, () =>
    service.call(callEndpoints.findRelations, { query: coded, headers }),
  )
}
