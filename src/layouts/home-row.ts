import type { Message } from '../lib/i18n/messages.ts'
import { translate } from '../lib/i18n/page.ts'
import type { Row } from '../stores/home/rows.ts'
import { element } from './element.ts'

/** What rows say, by which those are told that have changed. */
const filled = new WeakMap<HTMLElement, string>()

/**
 * Has an item of a list say what a row says. The focus stays in it.
 *
 * @param isPrimary whether its button is the one of the screen
 */
export function fillRow(item: HTMLElement, row: Row, isPrimary: boolean): void {
  const text = JSON.stringify([row, isPrimary])
  if (filled.get(item) === text) return
  filled.set(item, text)
  const hadFocus = item.contains(document.activeElement)
  const { content } = element('home-row') as HTMLTemplateElement
  item.replaceChildren(content.cloneNode(true))
  const fill = (part: string, words: string | undefined) => {
    const found = item.querySelector(part)
    if (words) found?.append(words)
    else found?.remove()
  }
  const title = say(row.title)
  fill('strong', title)
  const notes = row.notes.map(say).join(' · ')
  // With the link that stands there as well.
  fill('.help', row.check ? `${notes} ` : notes)
  if (row.check) {
    const link = document.createElement('a')
    link.textContent = translate('shell:checkCoupling')
    link.ariaLabel = `${link.textContent}: ${title}`
    link.href = row.check.href
    item.querySelector('.help')?.append(link)
  }
  fill('.home-help', row.help && translate(row.help))
  for (const state of item.querySelectorAll<HTMLElement>('[data-kind]')) {
    if (state.dataset.kind !== (row.chip?.kind ?? 'loading')) state.remove()
    else if (row.chip) state.append(say(row.chip.text))
  }
  if (row.next) {
    const { text, address, act } = row.next
    const button = document.createElement(address ? 'a' : 'button')
    button.className = 'button'
    button.textContent = translate(text)
    button.ariaLabel = `${button.textContent}: ${title}`
    if (!isPrimary) button.dataset.kind = 'secondary'
    if (address) button.setAttribute('href', address.href)
    if (act) button.onclick = act
    item.append(button)
  }
  // A row that is looked up once it is in sight can be gone to; its button then has the focus.
  item.tabIndex = row.chip ? -1 : 0
  if (hadFocus) (item.querySelector<HTMLElement>('.button') ?? item).focus()
}

const say = ({ key, parameters }: Message) => translate(key, parameters)
