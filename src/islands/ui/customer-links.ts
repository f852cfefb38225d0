import { tableOf } from '../../lib/domain/csv.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { Person } from '../../lib/identity/user.ts'
import { mailAddress } from '../../lib/mail-address.ts'
import type { Owner } from '../../lib/remembered.ts'
import {
  approvalAddress,
  emailOf,
  type CustomerLink,
} from '../../stores/coupling/customer-links.ts'
import { linkOf } from '../../stores/coupling/remembered-places.ts'
import type { RowLink } from '../../stores/home/rows.ts'
import type { SignedIn } from '../../stores/shell/portal.ts'
import { copyText, createElement } from './dom.ts'

/** The address that opens an e-mail with a link: who asks, for what, and what is to be done. */
export function linkMail(
  { name, shop, email, link }: Omit<CustomerLink, 'place'>,
  person: Person,
  isReminder = false,
): string {
  const subject = translate('links:subject', { name })
  return mailAddress({
    to: email,
    subject: isReminder ? translate('links:reminder', { subject }) : subject,
    body: translate('links:body', { name, shop, person: person.name, link: link.href }),
  })
}

const columns = ['links:name', 'links:shop', 'links:email', 'links:link', 'links:date'] as const

/** Links as a table to be pasted, with the days on which this browser made them, in the page's language. */
async function tableOfLinks(owner: Owner, links: readonly CustomerLink[]): Promise<string> {
  const lines = links.map(async ({ place, name, shop, email, link }) => {
    const day = (await linkOf(owner, place)).read()
    return [name, shop, email, link.href, day ? new Date(day).toLocaleDateString(pageLocale()) : '']
  })
  return tableOf([columns.map((column) => translate(column)), ...(await Promise.all(lines))])
}

/** How something to press looks. */
const looks = { class: 'button', 'data-kind': 'secondary' }

/** What an element shows, or is about to. */
const shown = new WeakMap<HTMLElement, string>()

/**
 * Shows what can be done with the links that are chosen (§2): to copy them as a table, or one by itself, and to remind
 * of one by an e-mail. Nothing is sent. The focus stays where nothing has changed.
 */
export async function showLinks(
  { environment, person }: SignedIn,
  target: HTMLElement,
  links: readonly CustomerLink[],
): Promise<void> {
  const what = JSON.stringify(links)
  if (shown.get(target) === what) return
  shown.set(target, what)
  const table = await tableOfLinks({ environment, person }, links)
  // Another choice came before it was made.
  if (shown.get(target) !== what) return
  const [only, ...others] = links
  if (!only) {
    target.replaceChildren()
    return
  }
  const isOne = others.length === 0
  const help = createElement('p', {}, translate('links:chosen', { count: String(links.length) }))
  const status = createElement('p', { role: 'status' })
  const byHand = createElement('pre', { translate: 'no' })
  const text = isOne ? only.link.href : table
  const copies = createElement('button', looks, translate(isOne ? 'links:copy' : 'links:copyAll'))
  copies.onclick = () => copyText(environment, text, status, byHand)
  const reminder = { ...looks, href: linkMail(only, person, true) }
  const reminds = isOne ? [createElement('a', reminder, translate('links:remind'))] : []
  const buttons = createElement('p', { class: 'buttons' }, copies, ...reminds)
  target.replaceChildren(help, buttons, status, byHand)
}

/** Shows the same of what is chosen on Home, of customers as far as this tab knows them. */
export function showHomeLinks(
  portal: SignedIn,
  target: HTMLElement,
  chosen: readonly RowLink[],
): Promise<void> {
  const links = chosen.map(({ key, name, shop }) => ({
    ...{ place: key, name, shop },
    email: emailOf(portal, key),
    link: approvalAddress(portal, key),
  }))
  return showLinks(portal, target, links)
}
