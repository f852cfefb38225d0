import { formatTable } from '../../lib/domain/csv.ts'
import { getTextKey } from '../../lib/domain/text.ts'
import { getPageLocale, translate } from '../../lib/i18n/page.ts'
import type { Person } from '../../lib/identity/user.ts'
import { createMailAddress } from '../../lib/mail-address.ts'
import type { Owner } from '../../lib/remembered.ts'
import {
  approvalAddress,
  findCustomerContact,
  type CustomerLink,
} from '../../stores/coupling/customer-links.ts'
import { openLinkDateRecord } from '../../stores/coupling/remembered-places.ts'
import type { RowLink } from '../../stores/home/rows.ts'
import type { SignedIn } from '../../stores/shell/portal.ts'
import { copyText, buildElement } from './dom.ts'

/** Returns a `mailto:` URL that asks a customer to approve. */
export function createLinkMail(
  { name, shop, contact, email, link }: Omit<CustomerLink, 'place'>,
  person: Person,
  isReminder = false,
): string {
  const subject = translate('links:subject', { name })
  const place = getTextKey(name) === getTextKey(shop) ? name : `${name} (${shop})`
  return createMailAddress({
    to: email,
    subject: isReminder ? translate('links:reminder', { subject }) : subject,
    body: translate('links:body', {
      reminder: isReminder ? `${translate('links:reminderLine')} ` : '',
      ...{ name, place, person: person.name, link: link.href },
      contact: contact || translate('links:unknownContact'),
    }),
  })
}

const columns = ['links:name', 'links:shop', 'links:email', 'links:link', 'links:date'] as const

async function linkTable(owner: Owner, links: readonly CustomerLink[]): Promise<string> {
  const lines = links.map(async ({ place, name, shop, email, link }) => {
    const day = (await openLinkDateRecord(owner, place)).read()
    return [
      name,
      shop,
      email,
      link.href,
      day ? new Date(day).toLocaleDateString(getPageLocale()) : '',
    ]
  })
  return formatTable([columns.map((column) => translate(column)), ...(await Promise.all(lines))])
}

const looks = { class: 'button', 'data-kind': 'secondary' }

/** JSON of the rendered links, because rendering equal links again moves the focus. */
const shownLinks = new WeakMap<HTMLElement, string>()

/** Renders buttons to copy or mail approval links (product §2). */
export async function showLinks(
  { environment, person }: SignedIn,
  target: HTMLElement,
  links: readonly CustomerLink[],
): Promise<void> {
  const newLinks = JSON.stringify(links)
  if (shownLinks.get(target) === newLinks) return
  shownLinks.set(target, newLinks)
  const table = await linkTable({ environment, person }, links)
  const isOutdated = shownLinks.get(target) !== newLinks
  if (isOutdated) return
  const [first] = links
  if (!first) {
    target.replaceChildren()
    return
  }
  const isOne = links.length === 1
  const help = buildElement('p', {}, translate('links:chosen', { count: String(links.length) }))
  const status = buildElement('p', { role: 'status' })
  const byHand = buildElement('pre', { translate: 'no' })
  const copy = buildElement('button', looks, translate(isOne ? 'links:copy' : 'links:copyAll'))
  copy.onclick = () => copyText(environment, isOne ? first.link.href : table, status, byHand)
  const buttons = buildElement('p', { class: 'buttons' }, copy)
  if (isOne) {
    const href = createLinkMail(first, person, true)
    buttons.append(buildElement('a', { ...looks, href }, translate('links:remind')))
  }
  target.replaceChildren(help, buttons, status, byHand)
}

export function showHomeLinks(
  portal: SignedIn,
  target: HTMLElement,
  chosen: readonly RowLink[],
): Promise<void> {
  const links = chosen.map(({ key, name, shop }) => ({
    place: key,
    name,
    shop,
    ...findCustomerContact(portal, key),
    link: approvalAddress(portal, key),
  }))
  return showLinks(portal, target, links)
}
