import type { SandboxControl } from './sandbox.ts'

/** Adds a location to an administration and returns its id. */
export async function addLocation(
  sandbox: SandboxControl,
  { administration, name }: { administration: number; name: string },
): Promise<number> {
  const headers = { administration: String(administration) }
  const { body } = await sandbox.callApi('POST /locations/location', { headers, body: { name } })
  return (body as { id: number }).id
}

/** Adds locations coupled with the same accounting administration. */
export async function addCoupledLocations(
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

/** Fakes the response to a request for a location's settings. */
export const fakeSettingsResponse = (sandbox: SandboxControl, location: number, body: object) =>
  sandbox.injectFault({
    method: 'GET',
    path: '/api/snelstart/company',
    query: { location: String(location) },
    fault: { kind: 'answer', body },
  })

/** Changes a location's settings, as if another user saved them. */
export async function changeSettings(
  sandbox: SandboxControl,
  location: number,
  changes: object,
): Promise<void> {
  const packages = await sandbox.rows('accounting_administrations')
  const identifier = packages.find((each) => each.administration_id === 1006)?.identifier
  await sandbox.callApi(`POST /snelstart/company/${identifier}`, {
    query: { location: String(location) },
    headers: { administration: '1006' },
    body: changes,
  })
}
