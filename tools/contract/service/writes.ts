import { randomUUID } from 'node:crypto'
import { createLocation, listLocations } from '../../../src/lib/api/locations.ts'
import { calls } from '../calls.ts'
import { writeAccounting } from './accounting-writes.ts'
import { Asking } from './asking.ts'
import { writeCustomer, writeLocation } from './customer-writes.ts'
import { Failed, check } from './service.ts'
import type { Report, Service } from './service.ts'

/** Whether a write with one idempotency key happens once: sent twice at the same time, and again. */
async function checkOnce(service: Service, report: Report, name: string): Promise<void> {
  const title = 'POST /locations/location three times with one idempotency key'
  const { administration, idempotencyHeader } = service.options
  if (idempotencyHeader === null || administration === null) {
    report({ name: title, result: 'not run', reason: 'no --idempotency-header' })
    return
  }
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

/** Whether every write does what the portal needs; each has an idempotency key of its own. */
export async function checkWrites(service: Service, report: Report): Promise<void> {
  const asking = new Asking(service, report)
  const { administration, writes } = service.options
  if (!writes || administration === null) {
    const count = Object.values(calls).filter(({ effect }) => effect === 'write').length
    report({ name: `${count} writes`, result: 'not run', reason: 'no --writes' })
    return
  }
  const name = `Contract check ${new Date().toISOString()}`
  await writeCustomer(service, asking, name)
  await writeLocation(service, asking, administration, name)
  await checkOnce(service, report, `${name} once`)
  await writeAccounting(service, asking, name)
}
