import { useStore } from '@nanostores/react'
import { translate } from '../../../lib/i18n/page.ts'
import { applicationNames, type WizardValues } from '../../../lib/accounting/snelstart/values.ts'
import type { WizardChoices } from '../../../stores/wizard/choices.ts'
import { Button } from '../../ui/Button.tsx'
import { Sentences } from '../../ui/Text.tsx'

/** The values as they will be, of those that the form has. */
export type Preset = (values: WizardValues) => WizardValues

interface Props {
  setup: WizardChoices
  /** Shows what these values, and all that can be settled with them, would do. */
  onChoose: (preset: Preset) => void
}

/** What is taken over: polaris users choose neither an application nor stock. */
const lastHelps = {
  wizard: 'wizard:presetLastHelp',
  polaris: 'wizard:presetLastHelpPolaris',
} as const

/** Element id of the button that opens the list of what will be done. */
export const presetsId = 'presets-recommended'

/** Offers the rest of the wizard in one press (§2), once the application is chosen. */
export function PresetsPanel({ setup, onChoose }: Props) {
  const { presets, variant, $values } = setup
  const application = translate(applicationNames[useStore($values).snelstart.application])
  if (!presets.isOffered) return null
  return (
    <section className="panel" aria-labelledby="presets">
      <h3 id="presets">{translate('wizard:presetHeading')}</h3>
      <p>{translate('wizard:presetHelp')}</p>
      <div className="buttons">
        <Button kind="main" id={presetsId} onClick={() => onChoose(presets.recommended)}>
          {translate('wizard:presetRecommended')}
        </Button>
        {presets.hasLast && (
          <Button onClick={() => onChoose(presets.takeOver())}>
            {translate('wizard:presetLast')}
          </Button>
        )}
      </div>
      <p className="help">
        <Sentences
          of={[
            translate('wizard:presetKept'),
            variant === 'wizard' && translate('wizard:presetApplication', { application }),
            presets.hasLast && translate(lastHelps[variant]),
          ]}
        />
      </p>
    </section>
  )
}
