import { showLinks } from '../islands/ui/customer-links.ts'
import { variantOf } from '../lib/domain/coupling.ts'
import { placeName } from '../lib/domain/place.ts'
import type { Person } from '../lib/identity/user.ts'
import { approvalAddress, emailOfForm, emailsOfList } from '../stores/coupling/customer-links.ts'
import { readsOf } from '../stores/gateway/reads.ts'
import type { RowLink } from '../stores/home/home.ts'
import type { Portal } from '../stores/shell/portal.ts'

/** Shows what can be done with the links that are chosen on Home, of customers as far as this tab knows them. */
export function showHomeLinks(
  portal: Portal,
  person: Person,
  target: HTMLElement,
  chosen: readonly RowLink[],
): Promise<void> {
  const emails = emailsOfList(portal.environment, person.id)
  const { written } = readsOf(portal, person.id)
  const isPolaris = variantOf(person) === 'polaris'
  const links = chosen.map(({ key, name, shop }) => ({
    ...{ place: key, name, shop },
    email: emails.get(placeName(key)) ?? emailOfForm(written, key) ?? '',
    link: approvalAddress(portal, key, isPolaris),
  }))
  return showLinks(portal, person, target, links)
}
