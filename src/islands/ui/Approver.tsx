import { useStore } from '@nanostores/react'
import { translate } from '../../lib/i18n/page.ts'
import { endings, type EndingChoice } from '../../stores/coupling/ending.ts'

interface ApproverProps {
  choice: EndingChoice
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
  const chosen = useStore(choice.$ending)
  return (
    <fieldset className="radio-cards" role="radiogroup" disabled={isDisabled}>
      <legend>{translate('requirements:approver')}</legend>
      <div className="radio-cards-grid">
        {endings.map((ending) => {
          const [name, help] = texts[isOwn && ending === 'handOver' ? 'own' : ending]
          const id = `approver-${ending}`
          return (
            <label key={ending}>
              <input
                type="radio"
                name="approver"
                checked={ending === chosen}
                aria-labelledby={id}
                aria-describedby={`${id}-help`}
                onChange={() => void choice.choose(ending)}
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
