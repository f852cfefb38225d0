import { isForOperators } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { Text } from './Text.tsx'

/** Why something failed, and below it what only an operator understands. */
export function Reason({ message }: { message: Message }) {
  return (
    <>
      <p>
        <Text message={message} />
      </p>
      <Details message={message} />
    </>
  )
}

/** What an operator needs of a message, folded; nothing of any other message. */
export function Details({ message: { key, parameters } }: { message: Message }) {
  if (!isForOperators(key)) return null
  return (
    <details className="details">
      <summary>{translate('failure:details')}</summary>
      <p>{translate(key, parameters)}</p>
    </details>
  )
}
