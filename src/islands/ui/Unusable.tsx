import { localizedPath, type Message } from '../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { Flow } from '../../stores/coupling/writes.ts'
import { Notice } from './Notice.tsx'
import { Text } from './Text.tsx'

interface Props {
  messages: readonly Message[]
  flow: Flow
}

/** An address that does not name a place: what is wrong with it, and where somebody begins. */
export function Unusable({ messages, flow }: Props) {
  return (
    <Notice kind="failure" role="alert">
      {messages.map((message) => (
        <p key={message.key}>
          <Text message={message} />
        </p>
      ))}
      <p>{translate(starts[flow].help)}</p>
      <a className="button" data-kind="secondary" href={localizedPath(pageLocale(), `/${flow}`)}>
        {translate(starts[flow].link)}
      </a>
    </Notice>
  )
}

const starts = {
  connect: { help: 'wizard:startAtConnect', link: 'wizard:toConnect' },
  boarding: { help: 'wizard:startAtBoarding', link: 'wizard:toBoarding' },
} as const
