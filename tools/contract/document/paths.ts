import type { Endpoint } from '../../../src/lib/api/endpoint.ts'

/** Segments that a descriptor writes out and a service may have more of, under their parameter's name. */
const fixedSegments: Readonly<Record<string, string>> = { app: 'SNELSTART' }

/** A call's path in the document: without a query, with a name for what others may fill in. */
export function pathOf({ path }: Pick<Endpoint, 'path'>): string {
  const [plain = ''] = path.split('?')
  return Object.entries(fixedSegments).reduce(
    (result, [name, value]) => result.replace(`/${value}`, `/{${name}}`),
    plain,
  )
}

/** What a descriptor's path says of parameters: the one value that each has. */
export function fixedParameters({
  path,
}: Pick<Endpoint, 'path'>): { place: 'path' | 'query'; name: string; value: string }[] {
  const [plain = '', query = ''] = path.split('?')
  const segments = Object.entries(fixedSegments)
    .filter(([, value]) => plain.split('/').includes(value))
    .map(([name, value]) => ({ place: 'path' as const, name, value }))
  const queried = [...new URLSearchParams(query)].map(([name, value]) => ({
    place: 'query' as const,
    name,
    value,
  }))
  return [...segments, ...queried]
}
