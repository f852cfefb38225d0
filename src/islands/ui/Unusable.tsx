import { localizedPath, type Message } from '../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { Flow } from '../../stores/coupling/writes.ts'
import { ButtonLink } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { Paragraphs } from './Text.tsx'

const starts = {
  connect: { help: 'wizard:startAtConnect', link: 'wizard:toConnect' },
  boarding: { help: 'wizard:startAtBoarding', link: 'wizard:toBoarding' },
} as const

/** An address that does not name a place: what is wrong with it, and where somebody begins. */
export function Unusable({ messages, flow }: { messages: readonly Message[]; flow: Flow }) {
  return (
    <Notice kind="failure" role="alert">
      <Paragraphs of={messages} />
      <p>{translate(starts[flow].help)}</p>
      <ButtonLink text={starts[flow].link} href={localizedPath(pageLocale(), `/${flow}`)} />
    </Notice>
  )
}

/** Says that the reseller that the address names is none. */
export const ResellerIgnored = ({ reseller }: { reseller: { isIgnored: boolean } }) =>
  reseller.isIgnored && <Notice kind="warning" role="status" text="failure:resellerIgnored" />
