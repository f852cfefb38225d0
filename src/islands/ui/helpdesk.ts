import type { Environment } from '../../lib/environment.ts'
import { getFailureParameters, reportFailure, type Failure } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { getPageLocale, translate } from '../../lib/i18n/page.ts'
import { copyText, buildElement } from './dom.ts'

const joined = (between: string, ...texts: (string | false | undefined)[]) =>
  texts.filter(Boolean).join(between)

/** Query parameters that contain no personal data, by name and value. */
const impersonalName = /^(?:administration|location|step)$/
const impersonalValue = /^[\w-]{1,36}$/

const metaContent = (name: string) =>
  document.querySelector(`meta[name=${name}]`)?.getAttribute('content') ?? '–'

export const formatRelease = () => ['version', 'build'].map(metaContent).join(' ')

/** Formats a timestamp (ms since 1970) as local and ISO time. */
export const formatTime = (at: number) =>
  `${new Date(at).toLocaleString(getPageLocale(), { timeZoneName: 'short' })} (${new Date(at).toISOString()})`

/**
 * Returns the technical details of a failure without personal data.
 *
 * @param what message that says what failed
 * @param about name of the failed thing, if the page has several
 */
function helpdeskText(what: Message | undefined, failure: Failure, about: string): string {
  const { at, isOnline, explained, ...trace } = failure.trace
  const page = new URL(location.href)
  const query = [...page.searchParams].filter(
    ([name, value]) => impersonalName.test(name) && impersonalValue.test(value),
  )
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
    time: formatTime(at),
    page: joined('?', page.origin + page.pathname, String(new URLSearchParams(query))),
    version: formatRelease(),
    network: isOnline ? 'online' : 'offline',
    language: getPageLocale(),
  })
  // Lines without a value are removed.
  return text.replaceAll(/^.*: (?:\{\w+\})?\n/gm, '')
}

/** Reports a failure and renders its details for the helpdesk. */
export function showHelpdesk(
  environment: Pick<Environment, 'copy' | 'log' | 'report'>,
  target: Element,
  what: Message | undefined,
  failure: Failure,
  about = '',
): void {
  reportFailure(environment, failure)
  const text = helpdeskText(what, failure, about)
  const reference = buildElement(
    'span',
    {},
    translate('failure:reference', getFailureParameters(failure)),
  )
  const looks = { type: 'button', class: 'button', 'data-kind': 'quiet' }
  const button = buildElement('button', looks, translate('failure:copy'))
  const status = buildElement('span', { role: 'status' })
  const copyable = buildElement('pre', { translate: 'no' }, text)
  button.onclick = () => copyText(environment, text, status, copyable)
  const title = what ? translate('failure:details') : translate(failure.key, failure.parameters)
  const summary = buildElement('summary', {}, title)
  const actions = buildElement('p', {}, reference, button, status)
  target.replaceChildren(buildElement('details', {}, summary, actions, copyable))
}
