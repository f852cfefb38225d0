import { localizedPath, type Message } from '../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { Flow } from '../../stores/coupling/writes.ts'
import { Button, ButtonLink } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { Paragraphs } from './Text.tsx'

const starts = {
  connect: { help: 'wizard:startAtConnect', link: 'wizard:toConnect' },
  boarding: { help: 'wizard:startAtBoarding', link: 'wizard:toBoarding' },
} as const

/** Notice for an address that names no place, with a link to where a flow starts. */
export function UnusableAddress({ messages, flow }: { messages: readonly Message[]; flow: Flow }) {
  return (
    <Notice kind="failure" role="alert">
      <Paragraphs messages={messages} />
      <p>{translate(starts[flow].help)}</p>
      <ButtonLink text={starts[flow].link} href={localizedPath(pageLocale(), `/${flow}`)} />
    </Notice>
  )
}

export const ResellerIgnored = ({ reseller }: { reseller: { isIgnored: boolean } }) =>
  reseller.isIgnored && <Notice kind="warning" role="status" text="failure:resellerIgnored" />

/** Says that a draft was restored, with a button that discards the draft if the user agrees. */
export function DraftRestored({ onDiscard }: { onDiscard: () => boolean | Promise<boolean> }) {
  async function discard(): Promise<void> {
    // The button disappears, and the focus would start at the top of the page.
    if (await onDiscard()) document.getElementById('content')?.focus()
  }

  return (
    <p className="help restored" role="status">
      {translate('form:restored')} <Button text="form:startAnew" kind="quiet" onClick={discard} />
    </p>
  )
}
