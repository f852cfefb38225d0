import { expect } from 'vitest'
import type { CheckLine } from '../src/lib/accounting/snelstart/coupling-check.ts'
import type { PlaceIds } from '../src/lib/domain/place.ts'
import { createCheck } from '../src/stores/check/screen.ts'
import { createTestEnvironment, type TestEnvironment } from './environment.ts'
import { openFaultyTab } from './fault-matrix.ts'
import { liquorLocation } from './open-wizard.ts'
import { createSandboxPortal } from './portal.ts'
import type { SandboxControl } from './sandbox.ts'

export const checkScreenUrl = 'http://localhost:4321/check'

/** Creates a portal whose requests all use the same token. */
export async function createCheckPortal(
  sandbox: SandboxControl,
  environment = createTestEnvironment(checkScreenUrl),
) {
  const token = await sandbox.token('admin@koppelpunt.test')
  return createSandboxPortal({ environment, token: () => Promise.resolve(token) })
}

/** Opens a check without starting it, so tests can inject faults. */
export async function openCheck(
  sandbox: SandboxControl,
  place: PlaceIds = liquorLocation,
  environment?: TestEnvironment,
) {
  const tab = openFaultyTab(sandbox, checkScreenUrl)
  const portal = await createCheckPortal(sandbox, environment ?? tab.environment)
  const check = createCheck(portal, place)
  const settled = async () => {
    await expect
      .poll(() => check.$lines.get().some(({ verdict }) => verdict === 'asking'), { interval: 5 })
      .toBe(false)
    return check.$lines.get()
  }
  return {
    ...tab,
    check,
    settled,
    run: () => {
      check.start()
      return settled()
    },
  }
}

/** Serialises a line without the failure's reference, which changes with each run. */
const brief = ({ failure, ...line }: CheckLine) =>
  JSON.stringify({ ...line, failure: failure?.key })

/** Returns changed findings with their verdicts, and removed findings. */
export function listChangedLines(
  before: readonly CheckLine[],
  after: readonly CheckLine[],
): string[] {
  const order = before.map(({ name }) => name)
  expect(after.map(({ name }) => name)).toEqual(order.filter((name) => byName(after, name)))
  const left = order.filter((name) => !byName(after, name)).map((name) => `${name} left out`)
  const changed = after.filter((line) => {
    const earlier = byName(before, line.name)
    return !earlier || brief(line) !== brief(earlier)
  })
  return [...changed.map(({ name, verdict }) => `${name} ${verdict}`), ...left]
}

/** Returns the check lines whose verdict is neither `good` nor `manual`. */
export const listUnsettledLines = (lines: readonly CheckLine[]) =>
  lines.filter(({ verdict }) => verdict !== 'good' && verdict !== 'manual')

const byName = (lines: readonly CheckLine[], name: string) =>
  lines.find((line) => line.name === name)

/** Returns a function that changes the response to a call. */
export async function prepareAnswerChange(
  sandbox: SandboxControl,
  path: string,
  { administration, location }: PlaceIds,
) {
  const isByQuery = path.startsWith('/api/snelstart/')
  const query = isByQuery ? { location: String(location) } : {}
  const { status, body: current } = await sandbox.callApi(`GET ${path.replace('/api', '')}`, {
    query,
    headers: { administration: String(administration), location: String(location) },
  })
  expect(status).toBe(200)
  return (change: (body: never) => unknown): Promise<void> => {
    const body = change(structuredClone(current) as never)
    return sandbox.injectFault({ method: 'GET', path, query, fault: { kind: 'answer', body } })
  }
}
