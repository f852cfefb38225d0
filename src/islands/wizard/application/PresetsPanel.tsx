import { useStore } from '@nanostores/react'
import { translate } from '../../../lib/i18n/page.ts'
import {
  applicationIn,
  applicationNames,
  type WizardValues,
} from '../../../lib/accounting/snelstart/values.ts'
import type { WizardChoices } from '../../../stores/wizard/choices.ts'
import './presets.css'

interface Props {
  setup: WizardChoices
  /** Fills in these values and goes to the summary. */
  onChoose: (values: WizardValues) => void
}

/** What is taken over: polaris users choose neither an application nor stock. */
const lastHelps = {
  wizard: 'wizard:presetLastHelp',
  polaris: 'wizard:presetLastHelpPolaris',
} as const

/** Element id of why the buttons cannot be pressed yet. */
const waitId = 'presets-wait'

/** Fills in the rest of the wizard in one press (§2), once the application is chosen. */
export function PresetsPanel({ setup, onChoose }: Props) {
  const { presets, variant, $values, $isLookingUp } = setup
  const isLookingUp = useStore($isLookingUp)
  const application = translate(applicationNames[applicationIn(useStore($values))])
  if (!presets.isOffered) return null
  const choose = (valuesOf: (values: WizardValues) => WizardValues) => () => {
    if (!isLookingUp) onChoose(valuesOf($values.get()))
  }
  return (
    <section className="notice" aria-labelledby="presets">
      <h3 id="presets">{translate('wizard:presetHeading')}</h3>
      <p>
        {translate('wizard:presetHelp')}
        {variant === 'wizard' && ` ${translate('wizard:presetApplication', { application })}`}
      </p>
      {presets.hasLast && <p>{translate(lastHelps[variant])}</p>}
      <div className="buttons">
        <button
          className="button"
          type="button"
          aria-disabled={isLookingUp}
          aria-describedby={waitId}
          onClick={choose(presets.recommended)}
        >
          {translate('wizard:presetRecommended')}
        </button>
        {presets.hasLast && (
          <button
            className="button"
            data-kind="secondary"
            type="button"
            aria-disabled={isLookingUp}
            aria-describedby={waitId}
            onClick={choose(presets.takeOver)}
          >
            {translate('wizard:presetLast')}
          </button>
        )}
        {/* Keeps its place when it is over, so that nothing below moves. */}
        <span className="presets-wait" id={waitId} role="status">
          <span data-over={!isLookingUp || undefined}>{translate('wizard:presetWait')}</span>
        </span>
      </div>
    </section>
  )
}
