import { useStore } from '@nanostores/react'
import { getWizardVariant } from '../../lib/domain/coupling.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { approvalRoutes, type ApprovalRouteChoice } from '../../stores/coupling/approval-route.ts'
import { getSignedInPortal } from '../../stores/shell/portal.ts'

interface ApproverProps {
  choice: ApprovalRouteChoice
  /** True if the user couples their own shop. */
  isOwn: boolean
  isDisabled: boolean
}

const texts = {
  approval: ['requirements:approverMe', 'requirements:approverMeHelp'],
  handOver: ['requirements:approverCustomer', 'requirements:approverLinkHelp'],
  own: ['requirements:approverOther', 'requirements:approverLinkHelp'],
} as const

export function ApproverChoice({ choice, isOwn, isDisabled }: ApproverProps) {
  const chosen = useStore(choice.$approvalRoute)
  return (
    <fieldset className="radio-cards" role="radiogroup" disabled={isDisabled}>
      <legend>{translate('requirements:approver')}</legend>
      <div className="radio-cards-grid">
        {approvalRoutes.map((approvalRoute) => {
          const [name, help] = texts[isOwn && approvalRoute === 'handOver' ? 'own' : approvalRoute]
          const id = `approver-${approvalRoute}`
          return (
            <label key={approvalRoute}>
              <input
                type="radio"
                name="approver"
                checked={approvalRoute === chosen}
                aria-labelledby={id}
                aria-describedby={`${id}-help`}
                onChange={() => void choice.choose(approvalRoute)}
              />
              <strong id={id}>{translate(name)}</strong>
              <small id={`${id}-help`}>{translate(help)}</small>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

interface RequirementsProps {
  /** Name of the administration to select, if known. */
  administration: string | undefined
  heading: 'h2' | 'h3'
  hint?: MessageKey
  isOpen?: boolean
}

/** Requirements of an approval (§2) that the portal cannot check. */
export function Requirements(props: RequirementsProps) {
  const { administration, heading: Heading, hint, isOpen = false } = props
  const portal = getSignedInPortal()
  if (getWizardVariant(portal.person) === 'polaris') return null
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
