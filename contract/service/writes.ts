import { randomUUID } from 'node:crypto'
import { createLocation, listLocations } from '../../src/lib/api/locations.ts'
import { Failed, check } from './service.ts'
import type { Report, Service } from './service.ts'

/**
 * Whether a write with one idempotency key happens once: sent twice at the same time, and once more
 * afterwards. It makes a location, which nothing removes.
 *
 * @param warn told what is made, and where, before anything is sent
 */
export async function checkWrites(
  service: Service,
  report: Report,
  warn: (text: string) => void,
): Promise<void> {
  const { administration, writes, url } = service.options
  const title = 'POST /locations/location three times with one idempotency key'
  if (!writes || administration === null) {
    report({ name: title, result: 'not run', reason: 'no --writes' })
    return
  }
  const name = `Contract check ${new Date().toISOString()}`
  warn(
    `--writes makes a location "${name}" in administration ${administration} at ${url}, and as many as three where the key is not honoured. Nothing removes it again.`,
  )
  await check(service, report, title, async () => {
    const headers = { administration }
    const options = { idempotencyKey: randomUUID() }
    const make = () => service.call(createLocation, { headers, body: { name } }, options)
    const made = await Promise.all([make(), make()])
    made.push(await make())
    const ids = new Set(made.map(({ id }) => String(id)))
    const listed = await service.call(listLocations, { headers })
    const count = listed.filter((location) => location.name === name).length
    if (ids.size > 1 || count !== 1) {
      throw new Failed(`answered ${ids.size} ids, and the list has ${count}; expected one of each`)
    }
    return 'one location'
  })
}
