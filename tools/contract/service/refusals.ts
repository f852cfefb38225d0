import type * as z from 'zod/mini'
import type { Endpoint } from '../../../src/lib/api/endpoint.ts'
import { calls } from '../calls.ts'
import { nameOf, namesIn, partsOf, type Asking } from './asking.ts'
import type { Options } from './options.ts'
import { Failed, notRun, type Service } from './service.ts'

/** An id, a number and a code that nobody has. */
const NOBODYS = '999999999'

/** A read's request that only has to be refused: with what was given, or anything. */
function anyRequest(endpoint: Endpoint, { administration, location }: Options): unknown {
  const values = (part: z.ZodMiniType | undefined) =>
    Object.fromEntries(
      namesIn(part).map((name) => {
        if (name.startsWith('administration')) return [name, administration ?? '1']
        return [name, name.startsWith('location') ? (location ?? '1') : '1']
      }),
    )
  const { path, query, headers } = partsOf(endpoint)
  return { path: values(path), query: values(query), headers: values(headers) }
}

async function expect401(
  service: Service,
  endpoint: Endpoint,
  authorization: string | null,
): Promise<string> {
  const input = anyRequest(endpoint, service.options)
  const answer = await service.send(endpoint, input, authorization)
  if (answer.status !== 401) throw new Failed(`status ${answer.status}, expected 401`)
  service.expectReadable(answer)
  const text = await answer.text()
  try {
    if (text !== '') JSON.parse(text)
  } catch {
    throw new Failed('the body of the 401 is not JSON')
  }
  return '401'
}

/** Whether a call without a valid token is refused in a way that the portal understands. */
export async function check401(service: Service): Promise<void> {
  const reads = Object.values(calls).filter(
    ({ effect, authorized }) => effect === 'read' && authorized,
  )
  for (const endpoint of reads) {
    await service.check(`${nameOf(endpoint)} without a token`, () =>
      expect401(service, endpoint, null),
    )
  }
  await service.check('GET /serials/serial/list with a token that is none', () =>
    expect401(service, calls.listAdministrations, 'Bearer none'),
  )
}

/** The claims of a JWT, unverified; none where it is something else. */
function claimsOf(token: string): { exp?: unknown; aud?: unknown } {
  try {
    const [, payload = ''] = token.split('.')
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as object
  } catch {
    return {}
  }
}

/** The token of another client, where its refusal would say something of its audience. */
function foreignTokenOf({ token, foreignToken }: Options): string {
  if (foreignToken === null) return notRun('no --foreign-token, a token of another client')
  const { exp, aud } = claimsOf(foreignToken)
  if (typeof exp === 'number' && exp * 1000 <= Date.now()) notRun('the foreign token has expired')
  const own = [claimsOf(token).aud].flat().filter((each) => each !== undefined)
  // An audience that both have may be another service's.
  const isShared = own.length > 0 && own.every((each) => [aud].flat().includes(each))
  return isShared ? notRun('the foreign token has every audience of the other') : foreignToken
}

/** Whether a token that another client got is refused, by its audience. */
export async function checkForeignToken(service: Service): Promise<void> {
  const name = `${nameOf(calls.listAdministrations)} with a token of another client`
  await service.check(name, async () => {
    const bearer = `Bearer ${foreignTokenOf(service.options)}`
    const { status } = await service.send(calls.listAdministrations, {}, bearer)
    if (status === 401 || status === 403) return String(status)
    throw new Failed(`status ${status}, expected 401: the audience has to be checked`)
  })
}

/** Whether what does not exist is answered as nothing, which is no failure. */
export async function check404(asking: Asking): Promise<void> {
  const expectNone = (endpoint: Endpoint, read: () => Promise<unknown>) =>
    asking.check(`${nameOf(endpoint)} of what does not exist`, async () => {
      const answer = await read()
      asking.expectReadable(asking.last)
      if (answer !== null && !(Array.isArray(answer) && answer.length === 0)) {
        throw new Failed('something was answered, expected 404')
      }
      return `status ${asking.last?.status ?? 0}`
    })

  const path = { id: NOBODYS }
  await expectNone(calls.getAdministration, () => asking.call(calls.getAdministration, { path }))
  await expectNone(calls.getLocation, () => asking.call(calls.getLocation, { path }))
  await expectNone(calls.getPaymentLedgers, () => asking.call(calls.getPaymentLedgers, { path }))
  if (!asking.has(calls.getCompanySettings)) return
  const { query, headers } = asking.place
  await expectNone(calls.findLedger, () =>
    asking.call(calls.findLedger, { path: { number: NOBODYS }, query, headers }),
  )
  const coded = { ...query, relatiecode: NOBODYS }
  await expectNone(calls.findRelations, () =>
    asking.call(calls.findRelations, { query: coded, headers }),
  )
}
