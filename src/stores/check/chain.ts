import { atom, readonlyType } from 'nanostores'
import type { Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import { listLocations, type Location } from '../../lib/api/locations.ts'
import { coupledLookUpLimit } from '../../lib/limits.ts'
import { createList } from '../form/list.ts'
import type { Portal } from '../shell/portal.ts'
import { createCheck, createReading, type Check } from './check.ts'

/** A location of the administration, and what its check says so far. */
export interface Row {
  location: Location
  /** Null until it is asked for. */
  lines: readonly Line[] | null
  /** The first of those that are to be looked at most. */
  worst: Line | null
}

/** How much a line is to be looked at. */
const gravity = { good: 0, asking: 1, unknown: 2, attention: 3, wrong: 4 } as const

/**
 * The checks of all locations of an administration (product §2, "Checking a coupling"): so many side by
 * side, the rest on demand. What they have in common is read once.
 */
export function createChain(portal: Portal, user: string, administration: Id) {
  const reading = createReading(portal, user)
  const locations = createList(portal.environment, 'locations', () =>
    reading.call(listLocations, { headers: { administration } }),
  )
  const $rows = atom<readonly Row[]>([])
  const checks = new Map<Location, Check>()

  function check(location: Location): void {
    const made = createCheck(
      portal,
      user,
      { administration, location: location.id },
      reading,
      location,
    )
    checks.set(location, made)
    made.$lines.subscribe((lines) => {
      const [worst = null] = [...lines].sort(
        (one, other) => gravity[other.verdict] - gravity[one.verdict],
      )
      const row = { location, lines, worst }
      $rows.set($rows.get().map((each) => (each.location === location ? row : each)))
    })
    made.begin()
  }

  /** Checks the next locations that were not asked for. */
  function more(): void {
    const rest = $rows.get().filter(({ lines }) => lines === null)
    for (const { location } of rest.slice(0, coupledLookUpLimit)) check(location)
  }

  locations.$list.listen((list) => {
    checks.clear()
    const items = list.status === 'loaded' ? list.items : []
    $rows.set(items.map((location) => ({ location, lines: null, worst: null })))
    more()
  })

  return {
    /** Whether the locations are there. */
    $list: locations.$list,
    $rows: readonlyType($rows),
    more,
    /** Asks for everything, or everything once more. */
    start: async (): Promise<void> => {
      reading.renew()
      await locations.reload()
    },
    stop: (): void => {
      locations.clear()
      reading.stop()
    },
    /** Asks once more for what could not be read of a location. */
    askAgain: ({ location, lines }: Row): void => {
      for (const line of lines ?? []) checks.get(location)?.askAgain(line)
    },
  }
}
