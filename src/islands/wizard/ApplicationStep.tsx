import { Field, useSelector } from '@tanstack/react-form'
import { applications, type Application } from '../../lib/domain/wizard-values.ts'
import { applicationNames } from '../../lib/domain/wizard.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { SetupStart } from '../../stores/wizard/setup-start.ts'
import { RadioCards } from '../form/RadioCards.tsx'
import { Explain } from './Explain.tsx'
import { chooseApplication, type WizardForm } from './form.ts'
import { OrderTemplateField } from './OrderTemplateField.tsx'

interface Props {
  form: WizardForm
  setup: SetupStart
}

const helps = {
  web: 'wizard:applicationWebHelp',
  desktop: 'wizard:applicationDesktopHelp',
} as const

const ordered: readonly Application[] = applications.toReversed()

/** Which SnelStart it is (§2); polaris knows the web application only. */
export function ApplicationStep({ form, setup }: Props) {
  const application = useSelector(form.store, ({ values }) => values.snelstart.application)
  if (setup.variant === 'polaris') {
    return <p className="notice">{translate('wizard:polarisApplication')}</p>
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
                if (chosen !== null) chooseApplication(form, chosen)
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
