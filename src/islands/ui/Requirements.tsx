import { getVariant } from '../../lib/domain/coupling.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'

interface RequirementsProps {
  /** Name of the administration to select in the accounting package. Undefined while unknown. */
  administration: string | undefined
  heading: 'h2' | 'h3'
  hint?: MessageKey
  isOpen?: boolean
}

/** Requirements of an approval (§2). The portal cannot check them, so a submit is never blocked. */
export function Requirements(props: RequirementsProps) {
  const { administration, heading: Heading, hint, isOpen = false } = props
  const portal = signedInPortal()
  if (getVariant(portal.person) === 'polaris') return null
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
