import * as z from 'zod/mini'
import { id } from '../../lib/api/endpoint.ts'
import { activationAddress, polarisAddress, getWizardAddress } from '../../lib/domain/coupling.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { namesInTab, rememberedInTab, type Owner } from '../../lib/remembered.ts'
import { createWriteMemory, type RememberedWrites } from '../gateway/reads.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { PendingKey } from './remembered-places.ts'
import { boardingName, hasCreated } from './writes.ts'

export interface CustomerLink {
  place: PlaceIds
  name: string
  shop: string
  email: string
  link: URL
}

type Approvable = Pick<PendingKey, 'administration' | 'location' | 'key' | 'approvedBy'>

/** Returns the page where a customer approves a coupling (§4) and then continues to the wizard. */
export function approvalAddress(portal: SignedIn, { key, approvedBy, ...place }: Approvable): URL {
  if (approvedBy === 'polaris') return polarisAddress(portal.configuration, key)
  const wizard = getWizardAddress(portal, place)
  // `layouts/approved.client.ts` thanks the customer if this parameter is present.
  wizard.searchParams.set('approved', 'customer')
  return activationAddress(portal.configuration, key, wizard)
}

/** Prefix of the storage names of customer list rows. */
export const customerRowKeyPrefix = 'boarding-row'

/** Fields of a stored row that this page needs. `boarding/list/rows.ts` reads the whole row. */
const storedRow = z.object({
  values: z.object({ merchant_info: z.object({ username: z.string() }) }),
  created: z.optional(z.object({ administration: id, location: id })),
})

/** Returns the email address of a customer created in this tab, by the form or from a list. Empty if unknown. */
export function findCustomerEmail(owner: Owner, place: PlaceIds): string {
  for (const name of namesInTab(owner, customerRowKeyPrefix)) {
    const row = rememberedInTab(owner, `${customerRowKeyPrefix}${name}`, storedRow).read()
    if (row?.created && placeName(row.created) === placeName(place))
      return row.values.merchant_info.username
  }
  return findFormEmail(createWriteMemory(owner), place)
}

/**
 * Returns the email address of a location's customer, if the form of this tab created the customer. Empty if
 * unknown.
 */
export function findFormEmail(written: RememberedWrites, { location }: PlaceIds): string {
  if (!hasCreated(written, location)) return ''
  const registration = written.lastBody(boardingName('registration'))
  const emails = registration?.emails as { email: string }[] | undefined
  return emails?.[0]?.email ?? ''
}
