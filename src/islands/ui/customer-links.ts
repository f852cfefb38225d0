import { tableOf } from '../../lib/domain/csv.ts'
import { logError } from '../../lib/environment.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { Person } from '../../lib/identity/user.ts'
import { mailAddress } from '../../lib/mail-address.ts'
import { daysOf, type CustomerLink } from '../../stores/coupling/customer-links.ts'
import type { Portal } from '../../stores/shell/portal.ts'

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

/** Links as a table to be pasted, with the days on which they were made, in the page's language. */
function tableOfLinks(links: readonly CustomerLink[], days: readonly (number | null)[]): string {
  const lines = links.map(({ name, shop, email, link }, index) => {
    const day = days[index]
    return [name, shop, email, link.href, day ? new Date(day).toLocaleDateString(pageLocale()) : '']
  })
  return tableOf([columns.map((column) => translate(column)), ...lines])
}

/** Makes an element that says something. */
function saying<Name extends 'a' | 'button' | 'p' | 'pre'>(name: Name, text: string) {
  const element = document.createElement(name)
  element.textContent = text
  return element
}

/** What an element shows, or is about to. */
const shown = new WeakMap<HTMLElement, string>()

/**
 * Shows what can be done with the links that are chosen (§2): to copy them as a table, and to remind of them, which
 * is an e-mail for one of them and that table for several. Nothing is sent. The focus stays where nothing has changed.
 */
export async function showLinks(
  { environment }: Portal,
  person: Person,
  target: HTMLElement,
  links: readonly CustomerLink[],
): Promise<void> {
  const what = JSON.stringify(links)
  if (shown.get(target) === what) return
  shown.set(target, what)
  const table = tableOfLinks(links, await daysOf(environment, person.id, links))
  // Another choice came before it was made.
  if (shown.get(target) !== what) return
  const [only, ...others] = links
  if (!only) {
    target.replaceChildren()
    return
  }
  const status = saying('p', '')
  status.role = 'status'
  const byHand = saying('pre', '')
  byHand.translate = false

  async function copy(): Promise<void> {
    status.textContent = ''
    try {
      await environment.copy(table)
      status.textContent = `✓ ${translate('failure:copied')}`
    } catch (error) {
      logError(environment, 'the clipboard refused', error)
      byHand.textContent = table
      getSelection()?.selectAllChildren(byHand)
      status.textContent = translate('failure:copyByHand')
    }
  }

  const copies = saying('button', translate('links:copyAll'))
  const reminds = saying(others.length > 0 ? 'button' : 'a', translate('links:remind'))
  for (const button of [copies, reminds]) {
    button.className = 'button'
    button.dataset.kind = 'secondary'
    if (button instanceof HTMLAnchorElement) button.href = linkMail(only, person, true)
    else button.onclick = () => void copy()
  }
  const buttons = saying('p', '')
  buttons.className = 'buttons'
  buttons.append(copies, reminds)
  const key = others.length > 0 ? 'links:chosen' : 'links:chosenOne'
  const said = translate(key, { count: String(links.length) })
  const help = saying('p', `${said} ${translate('links:notSent')}`)
  target.replaceChildren(help, buttons, status, byHand)
}
