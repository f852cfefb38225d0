import { useStore } from '@nanostores/react'
import { translate } from '../../lib/i18n/page.ts'
import { approvalRoutes, type ApprovalRouteChoice } from '../../stores/coupling/approval-route.ts'

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

export function Approver({ choice, isOwn, isDisabled }: ApproverProps) {
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
