import { translate } from '../lib/i18n/page.ts'
import type { Message } from '../lib/i18n/messages.ts'
import type { Home } from '../stores/home/home.ts'
import type { Next, Row } from '../stores/home/rows.ts'
import { element } from './element.ts'

/** What rows say, by which those are told that have changed. */
const filled = new WeakMap<HTMLElement, string>()

/**
 * Has an item of a list say what a row says. The focus stays in it.
 *
 * @param isFirst whether its button is the one of the screen
 */
export function fillRow(item: HTMLElement, row: Row, isFirst: boolean, home: Home): void {
  const text = JSON.stringify([row, isFirst])
  if (filled.get(item) === text) return
  filled.set(item, text)
  const hadFocus = item.contains(document.activeElement)
  const who = make('div', 'home-who')
  const title = make('strong', '', say(row.title))
  who.append(title)
  if (row.notes.length > 0) who.append(make('span', 'help', row.notes.map(say).join(' · ')))
  // A row that is looked up once it is in sight can be gone to; its button then has the focus.
  item.tabIndex = row.chip ? -1 : 0
  item.replaceChildren(who, chipOf(row))
  if (row.help) item.append(make('p', 'home-help', translate(row.help)))
  if (row.next) item.append(button(row.next, title.textContent, isFirst, home))
  if (hadFocus) (item.querySelector<HTMLElement>('.button') ?? item).focus()
}

function chipOf({ chip }: Row): HTMLElement {
  if (chip === null) {
    const waiting = make('span', 'home-waiting')
    waiting.append(make('span', 'visually-hidden', translate('shell:loading')))
    return waiting
  }
  const { content } = element('home-chips') as HTMLTemplateElement
  const made = content.querySelector(`[data-kind=${chip.kind}]`)?.cloneNode(true) as HTMLElement
  made.append(say(chip.text))
  return made
}

function button(next: Next, title: string, isFirst: boolean, home: Home): HTMLElement {
  const text = translate(next.text)
  const made = make('asks' in next ? 'button' : 'a', 'button', text)
  made.ariaLabel = `${text}: ${title}`
  if (!isFirst) made.dataset.kind = 'secondary'
  made.addEventListener('click', () => {
    if ('asks' in next) home.askAgain(next.asks)
    else if (next.choose) home.choose(next.choose)
  })
  if (made instanceof HTMLAnchorElement && 'address' in next) made.href = next.address.href
  return made
}

export function make(tag: string, className = '', text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

const say = ({ key, parameters }: Message) => translate(key, parameters)
