import { localizePath, type Message } from '../../lib/i18n/messages.ts'
import { getPageLocale, translate } from '../../lib/i18n/page.ts'
import type { CouplingFlow } from '../../stores/coupling/writes.ts'
import { Button, ButtonLink } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { Paragraphs } from './Text.tsx'

const starts = {
  connect: { help: 'wizard:startAtConnect', link: 'wizard:toConnect' },
  boarding: { help: 'wizard:startAtBoarding', link: 'wizard:toBoarding' },
} as const

/** Notice for an invalid address, with a link to `flow`. */
export function UnusableAddress({
  messages,
  flow,
}: {
  messages: readonly Message[]
  flow: CouplingFlow
}) {
  return (
    <Notice kind="failure" role="alert">
      <Paragraphs messages={messages} />
      <p>{translate(starts[flow].help)}</p>
      <ButtonLink text={starts[flow].link} href={localizePath(getPageLocale(), `/${flow}`)} />
    </Notice>
  )
}

export const ResellerNotice = ({ reseller }: { reseller: { isIgnored: boolean } }) =>
  reseller.isIgnored && <Notice kind="warning" role="status" text="failure:resellerIgnored" />

/** Message about a restored draft, with a discard button. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => boolean | Promise<boolean> }) {
  async function discard(): Promise<void> {
    // The focused button disappears, so the content takes the focus.
    if (await onDiscard()) document.getElementById('content')?.focus()
  }

  return (
    <p className="help restored" role="status">
      {translate('form:restored')} <Button text="form:startAnew" kind="quiet" onClick={discard} />
    </p>
  )
}
