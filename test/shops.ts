import type { SandboxControl } from './sandbox.ts'

/** Another location of an administration; its id. */
export async function addLocation(
  sandbox: SandboxControl,
  { administration, name }: { administration: number; name: string },
): Promise<number> {
  const answer = await fetch(`${sandbox.url}/api/locations/location`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await sandbox.token('admin@koppelpunt.test')}`,
      administration: String(administration),
    },
    body: JSON.stringify({ name }),
  })
  const { id } = (await answer.json()) as { id: number }
  return id
}

/** Other locations of an administration, coupled with its accounting administration; their ids. */
export async function addShops(
  sandbox: SandboxControl,
  administration: number,
  names: readonly string[],
): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) {
    const location = await addLocation(sandbox, { administration, name })
    await sandbox.connectKey({ administration_id: administration, location_id: location })
    ids.push(location)
  }
  return ids
}

/** Has the settings of a location be read with these for their own from now on. */
export const answerSettings = (sandbox: SandboxControl, location: number, body: object) =>
  sandbox.injectFault({
    method: 'GET',
    path: '/api/snelstart/company',
    query: { location: String(location) },
    fault: { kind: 'answer', body },
  })

/** Somebody else changes settings of a location of 1006. */
export async function changeSettings(
  sandbox: SandboxControl,
  location: number,
  changes: object,
): Promise<void> {
  const packages = await sandbox.rows('accounting_administrations')
  const identifier = packages.find((each) => each.administration_id === 1006)?.identifier
  await fetch(`${sandbox.url}/api/snelstart/company/${identifier}?location=${location}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await sandbox.token('admin@koppelpunt.test')}`,
      administration: '1006',
    },
    body: JSON.stringify(changes),
  })
}
