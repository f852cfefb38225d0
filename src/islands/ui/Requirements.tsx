import { variantOf } from '../../lib/domain/coupling.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'

interface Props {
  /** Whose administration is to be picked in the accounting package, once that is known. */
  administration: string | undefined
  heading: 'h2' | 'h3'
  /** The first of what it has, in sight before it is unfolded. */
  hint?: MessageKey
  /** Whether there is nothing else to do but to wait. */
  isOpen?: boolean
}

/**
 * What has to be right in the accounting package before a coupling can be approved there (§2). None of
 * it can be checked from here, so that nothing is asked and nothing held back.
 */
export function Requirements({ administration, heading: Heading, hint, isOpen = false }: Props) {
  const portal = signedInPortal()
  // What polaris asks for is not known.
  if (variantOf(portal.person) === 'polaris') return null
  const { packageRequirement } = portal.configuration
  const choice = administration
    ? translate('requirements:choiceHelp', { administration })
    : translate('requirements:choiceUnnamed')
  const lines = [
    ['requirements:online', translate('requirements:onlineHelp')],
    ['requirements:paid', translate('requirements:paidHelp')],
    ['requirements:package', packageRequirement ?? translate('requirements:packageHelp')],
    ['requirements:access', translate('requirements:accessHelp')],
    ['requirements:choice', choice],
  ] as const
  return (
    <details className="fold requirements" open={isOpen}>
      <summary>
        <Heading>{translate('requirements:title')}</Heading>
        {hint && <small>{translate(hint)}</small>}
      </summary>
      <ul>
        {lines.map(([name, text]) => (
          <li key={name}>
            <strong>{translate(name)}</strong> <span>{text}</span>
          </li>
        ))}
      </ul>
      <p className="help">{translate('requirements:unchecked')}</p>
    </details>
  )
}
