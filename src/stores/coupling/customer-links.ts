import * as z from 'zod/mini'
import { id } from '../../lib/api/endpoint.ts'
import { activationAddress, polarisAddress, wizardOf } from '../../lib/domain/coupling.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { namesInTab, rememberedInTab, type Owner } from '../../lib/remembered.ts'
import { createWritten, type Written } from '../gateway/reads.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { PendingKey } from './remembered-places.ts'
import { boardingName, hasCreated } from './writes.ts'

/** Link with which a customer approves a coupling. */
export interface CustomerLink {
  place: PlaceIds
  name: string
  shop: string
  email: string
  link: URL
}

type Approvable = Pick<PendingKey, 'administration' | 'location' | 'key' | 'approvedBy'>

/** Returns the page where somebody else approves a coupling (§4). It leads on to the wizard. */
export function approvalAddress(portal: SignedIn, { key, approvedBy, ...place }: Approvable): URL {
  if (approvedBy === 'polaris') return polarisAddress(portal.configuration, key)
  const wizard = wizardOf(portal, place)
  // `layouts/approved.client.ts` thanks everybody who comes back with this parameter, also without an account.
  wizard.searchParams.set('approved', 'customer')
  return activationAddress(portal.configuration, key, wizard)
}

/** Fields of a stored row of a customer list (`boarding/list/rows.ts`) that this page ships. */
const storedRow = z.object({
  values: z.object({ merchant_info: z.object({ username: z.string() }) }),
  made: z.optional(z.object({ administration: id, location: id })),
})

/** Returns the email address of a customer whom this tab boarded from a list or by the form, else ''. */
export function emailOf(owner: Owner, place: PlaceIds): string {
  for (const name of namesInTab(owner, 'boarding-row')) {
    const row = rememberedInTab(owner, `boarding-row${name}`, storedRow).read()
    if (row?.made && placeName(row.made) === placeName(place))
      return row.values.merchant_info.username
  }
  return emailOfForm(createWritten(owner), place)
}

/** Returns the email address of the customer whom this tab boarded by the form at this location, else ''. */
export function emailOfForm(written: Written, { location }: PlaceIds): string {
  if (!hasCreated(written, location)) return ''
  const registration = written.lastBody(boardingName('registration'))
  const emails = registration?.emails as { email: string }[] | undefined
  return emails?.[0]?.email ?? ''
}
