import * as z from 'zod/mini'
import { id } from '../../lib/api/endpoint.ts'
import { activationAddress, polarisAddress, wizardOf } from '../../lib/domain/coupling.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { namesInTab, rememberedInTab, type Owner } from '../../lib/remembered.ts'
import { createWritten, type Written } from '../gateway/reads.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { MadeKey } from './remembered-places.ts'
import { boardingName, hasCreated } from './writes.ts'

/** The link by which a customer approves a coupling, and whose it is. */
export interface CustomerLink {
  place: PlaceIds
  name: string
  shop: string
  /** Empty where this tab does not know it. */
  email: string
  link: URL
}

type Approvable = Pick<MadeKey, 'administration' | 'location' | 'key' | 'approvedBy'>

/** Where somebody else approves a coupling (§4), which is set up in the wizard, or in that of polaris. */
export function approvalAddress(portal: SignedIn, { key, approvedBy, ...place }: Approvable): URL {
  if (approvedBy === 'polaris') return polarisAddress(portal.configuration, key)
  const wizard = wizardOf(portal, place)
  // Whoever comes back by it may not know the portal: `layouts/approved.client.ts` tells by that.
  wizard.searchParams.set('approved', 'customer')
  return activationAddress(portal.configuration, key, wizard)
}

/** What of a customer of a list that this tab boarded tells where to write to (`boarding/list/rows.ts`). */
const boarded = z.object({
  values: z.object({ merchant_info: z.object({ username: z.string() }) }),
  made: z.optional(z.object({ administration: id, location: id })),
})

/** The e-mail address of a customer whom this tab boarded, from a list or by the form; else empty. */
export function emailOf(owner: Owner, place: PlaceIds): string {
  for (const name of namesInTab(owner, 'boarding-row')) {
    const row = rememberedInTab(owner, `boarding-row${name}`, boarded).read()
    if (row?.made && placeName(row.made) === placeName(place))
      return row.values.merchant_info.username
  }
  return emailOfForm(createWritten(owner), place)
}

/** That of the customer whom this tab boarded by the form, if this is their location; else empty. */
export function emailOfForm(written: Written, { location }: PlaceIds): string {
  if (!hasCreated(written, location)) return ''
  const sent = JSON.parse(written.lastBody(boardingName('registration')) ?? 'null') as unknown
  const { emails } = Object(sent) as { emails?: { email: string }[] }
  return emails?.[0]?.email ?? ''
}
