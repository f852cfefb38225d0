import * as z from 'zod/mini'
import { id } from '../../lib/api/endpoint.ts'
import type { createRegistrationBody } from '../../lib/domain/boarding.ts'
import { getActivationUrl, getPolarisUrl, getWizardUrl } from '../../lib/domain/coupling.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { listTabValueNames, accessTabValue, type Owner } from '../../lib/remembered.ts'
import { openWriteLog, type WriteLog } from '../gateway/write-log.ts'
import type { SignedIn } from '../shell/portal.ts'
import type { PendingKey } from './remembered-places.ts'
import { getBoardingWriteName, hasTabCreatedLocation } from './writes.ts'

export interface CustomerLink {
  place: PlaceIds
  name: string
  shop: string
  /** Contact person, with empty strings if unknown. */
  contact: string
  email: string
  link: URL
}

type Approvable = Pick<PendingKey, 'administration' | 'location' | 'key' | 'approvedBy'>

/** Returns the page where a customer approves a coupling (§4). */
export function approvalAddress(portal: SignedIn, { key, approvedBy, ...place }: Approvable): URL {
  if (approvedBy === 'polaris') return getPolarisUrl(portal.configuration, key)
  const wizard = getWizardUrl(portal, place)
  // `layouts/approved.client.ts` thanks the customer if this parameter is present.
  wizard.searchParams.set('approved', 'customer')
  return getActivationUrl(portal.configuration, key, wizard)
}

/** Prefix of the storage names for rows of a customer list. */
export const customerRowKeyPrefix = 'boarding-row'

/** Part of a stored list row (see `boarding/list/rows.ts`). */
const storedRow = z.object({
  values: z.object({ merchant_info: z.object({ full_name: z.string(), username: z.string() }) }),
  created: z.optional(z.object({ administration: id, location: id })),
})

/**
 * Returns the contact person of a customer that this tab created.
 *
 * @param written writes of the form, stored separately in a dry run
 */
export function findCustomerContact(
  owner: Owner,
  place: PlaceIds,
  written: WriteLog = openWriteLog(owner),
): Pick<CustomerLink, 'contact' | 'email'> {
  for (const name of listTabValueNames(owner, customerRowKeyPrefix)) {
    const row = accessTabValue(owner, `${customerRowKeyPrefix}${name}`, storedRow).read()
    if (row?.created && placeName(row.created) === placeName(place)) {
      const { full_name: contact, username: email } = row.values.merchant_info
      return { contact, email }
    }
  }
  const body = hasTabCreatedLocation(written, place.location)
    ? written.lastBody(getBoardingWriteName('registration'))
    : null
  const { person, emails } = (body ?? {}) as Partial<ReturnType<typeof createRegistrationBody>>
  const contact = `${person?.first_name ?? ''} ${person?.last_name ?? ''}`.trim()
  return { contact, email: emails?.[0]?.email ?? '' }
}
