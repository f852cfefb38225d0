import { sandbox } from './test.ts'

export interface Asked {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
}

/** Asks the product API as an administrator: `ask('GET /serials/serial/1001')`. */
export async function ask(
  call: string,
  { query, headers, body }: Asked = {},
): Promise<{ status: number; body: unknown }> {
  const [method = '', path = ''] = call.split(' ')
  const address = new URL(`${sandbox.url}/api${path}`)
  for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value)
  const answer = await fetch(address, {
    method,
    headers: {
      authorization: `Bearer ${await sandbox.token('admin@koppelpunt.test')}`,
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
}
