import type { Environment } from '../../lib/environment.ts'
import { referenceOf, reportShown, type Failure } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import { copyText, createElement } from './dom.ts'

const joined = (between: string, ...texts: (string | false | undefined)[]) =>
  texts.filter(Boolean).join(between)

/** What of an address names no person. */
const told = /^(?:administration|location|step)$/
const id = /^[\w-]{1,36}$/

const inPage = (name: string) =>
  document.querySelector(`meta[name=${name}]`)?.getAttribute('content') ?? '–'

export const releaseText = () => ['version', 'build'].map(inPage).join(' ')

/** A moment as the user's clock has it, and as logs do. */
export const momentText = (at: number) =>
  `${new Date(at).toLocaleString(pageLocale(), { timeZoneName: 'short' })} (${new Date(at).toISOString()})`

/**
 * What failed and all that is technical about it, in the page's language: nothing personal, so nothing of an address
 * but ids, and a service's own words only where the page tells what the codes in them mean.
 *
 * @param what failed
 * @param about what of several
 */
function helpdeskText(what: Message | undefined, failure: Failure, about: string): string {
  const { at, isOnline, explained, ...trace } = failure.trace
  const page = new URL(location.href)
  const query = [...page.searchParams].filter(([name, value]) => told.test(name) && id.test(value))
  const hasOwnWords = failure.key !== 'failure:messages' && failure.key !== what?.key
  const text = translate('failure:helpdesk', {
    ...Object.fromEntries(query),
    ...trace,
    what: joined(': ', about, what && translate(what.key, what.parameters)),
    reason: joined(
      ' ',
      hasOwnWords && translate(failure.key, failure.parameters),
      explained,
      failure.safe && translate(failure.safe),
    ),
    time: momentText(at),
    page: joined('?', page.origin + page.pathname, String(new URLSearchParams(query))),
    version: releaseText(),
    network: isOnline ? 'online' : 'offline',
    language: pageLocale(),
  })
  // What is not known has no line.
  return text.replaceAll(/^.*: (?:\{\w+\})?\n/gm, '')
}

/**
 * Shows what a helpdesk asks for of a failure, folded: its reference, the time, and the details with a
 * button that copies them. Where the browser refuses that, they are selected to be copied by hand. Of
 * something that did not fail as a whole the fold says what is wrong. The failure is reported.
 */
export function showHelpdesk(
  environment: Pick<Environment, 'copy' | 'log' | 'report'>,
  target: Element,
  what: Message | undefined,
  failure: Failure,
  about = '',
): void {
  reportShown(environment, failure)
  const text = helpdeskText(what, failure, about)
  const shown = createElement('pre', { translate: 'no' }, text)
  const status = createElement('span', { role: 'status' })
  const looks = { type: 'button', class: 'button', 'data-kind': 'quiet' }
  const button = createElement('button', looks, translate('failure:copy'))
  const line = createElement('span', {}, translate('failure:reference', referenceOf(failure)))
  const title = what ? translate('failure:details') : translate(failure.key, failure.parameters)
  const summary = createElement('summary', {}, title)
  const details = createElement(
    'details',
    {},
    summary,
    createElement('p', {}, line, button, status),
    shown,
  )
  button.onclick = () => copyText(environment, text, status, shown)
  target.replaceChildren(details)
}
