import type { Call, CallOptions } from '../../lib/api/caller.ts'
import { getCompanySettings } from '../../lib/api/company.ts'
import type { PlaceIds } from '../../lib/domain/place.ts'

/** Whether the accounting package has confirmed a coupling of this administration and location. */
export async function isConnected(
  call: Call,
  { administration, location }: PlaceIds,
  options: CallOptions = {},
): Promise<boolean> {
  const request = { query: { location }, headers: { administration } }
  const settings = await call(getCompanySettings, request, options)
  return settings !== null
}
