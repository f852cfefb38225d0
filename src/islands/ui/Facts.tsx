import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'

/** Facts to read, each under its name. */
export function Facts({ facts }: { facts: readonly (readonly [MessageKey, string])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{translate(name)}</dt>
          <dd translate="no">{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
