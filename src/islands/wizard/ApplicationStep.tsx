import { useStore } from '@nanostores/react'
import { Field, useSelector } from '@tanstack/react-form'
import { applications, type Application } from '../../lib/domain/wizard-values.ts'
import { wizardAddress } from '../../lib/domain/coupling.ts'
import { idsOf } from '../../lib/domain/place.ts'
import { applicationNames, valuesFrom } from '../../lib/domain/wizard.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { SetupStart } from '../../stores/wizard/setup-start.ts'
import { RadioCards } from '../form/RadioCards.tsx'
import { Explain } from './Explain.tsx'
import { chooseApplication, type WizardForm } from './form.ts'
import { OrderTemplateField } from './OrderTemplateField.tsx'

interface Props {
  form: WizardForm
  setup: SetupStart
  /** Another choice asks something else: nothing of it is missed yet. */
  onAskAnew: () => void
}

const helps = {
  web: 'wizard:applicationWebHelp',
  desktop: 'wizard:applicationDesktopHelp',
} as const

const ordered: readonly Application[] = applications.toReversed()

/** Which SnelStart it is (§2); polaris knows the web application only. */
export function ApplicationStep({ form, setup, onAskAnew }: Props) {
  const application = useSelector(form.store, ({ values }) => values.snelstart.application)
  if (setup.variant === 'polaris') {
    return (
      <>
        <p className="notice">{translate('wizard:polarisApplication')}</p>
        <StoredDesktop setup={setup} />
      </>
    )
  }
  return (
    <>
      <Field form={form} name="snelstart.application">
        {({ name, state, handleBlur }) => (
          <RadioCards<Application>
            field={{
              name,
              state,
              handleBlur,
              handleChange: (chosen) => {
                if (chosen === null) return
                chooseApplication(form, chosen)
                onAskAnew()
              },
            }}
            label={translate('wizard:applicationQuestion')}
            name={translate('wizard:application')}
            options={ordered}
            optionId={(option) => option}
            card={(option) => (
              <>
                <strong>{translate(applicationNames[option])}</strong>
                <br />
                {translate(helps[option])}
              </>
            )}
          />
        )}
      </Field>
      <Explain about="wizard:application" text="wizard:applicationHelpMore" />
      {application === 'desktop' && (
        <Field form={form} name="snelstart.default_order_template">
          {(field) => (
            <OrderTemplateField
              field={field}
              label="wizard:defaultTemplate"
              templates={setup.templates}
            />
          )}
        </Field>
      )}
    </>
  )
}

/** Polaris would empty what a desktop connection holds: that is told before anything is saved. */
function StoredDesktop({ setup: { $settings, place, portal } }: Pick<Props, 'setup'>) {
  const isDesktop = valuesFrom(useStore($settings)).snelstart.application === 'desktop'
  if (!isDesktop) return null
  const { origin } = portal.environment.location()
  return (
    <div className="notice" data-kind="failure">
      <p>{translate('wizard:polarisDesktop')}</p>
      <a
        className="button"
        data-kind="secondary"
        href={wizardAddress(origin, pageLocale(), idsOf(place), 'wizard').href}
      >
        {translate('wizard:toDesktop')}
      </a>
    </div>
  )
}
