import { useStore } from '@nanostores/react'
import { Field, useSelector } from '@tanstack/react-form'
import {
  applicationField,
  applicationNames,
  applications,
  isDesktop,
  templateFields,
  valuesFrom,
  withApplication,
  type Application,
} from '../../../lib/accounting/snelstart/values.ts'
import { wizardAddress } from '../../../lib/domain/coupling.ts'
import { idsOf } from '../../../lib/domain/place.ts'
import { pageLocale, translate } from '../../../lib/i18n/page.ts'
import type { WizardChoices } from '../../../stores/wizard/choices.ts'
import { RadioCards } from '../../form/RadioCards.tsx'
import { Explain } from '../Explain.tsx'
import { setValues, type WizardForm } from '../form.ts'
import { Notice } from '../../ui/Notice.tsx'
import { TemplateField } from './OrderTemplateField.tsx'

interface Props {
  form: WizardForm
  setup: WizardChoices
  /** Another choice asks something else: nothing of it is missed yet. */
  onAskAnew: () => void
}

const helps = {
  web: 'wizard:applicationWebHelp',
  desktop: 'wizard:applicationDesktopHelp',
} as const

const ordered: readonly Application[] = applications.toReversed()

/** Which application of the accounting package it is (§2); polaris knows the web application only. */
export function ApplicationStep({ form, setup, onAskAnew }: Props) {
  const application = useSelector(form.store, ({ values }) => values.snelstart.application)
  if (setup.variant === 'polaris') {
    return (
      <>
        <Notice kind="information">
          <p>{translate('wizard:polarisApplication')}</p>
        </Notice>
        <StoredDesktop setup={setup} />
      </>
    )
  }
  return (
    <>
      <Field form={form} name={applicationField}>
        {({ name, state, handleBlur }) => (
          <RadioCards<Application>
            field={{
              name,
              state,
              handleBlur,
              handleChange: (chosen) => {
                if (chosen === null) return
                setValues(form, withApplication(form.state.values, chosen))
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
        <TemplateField form={form} template={templateFields.standard} templates={setup.templates} />
      )}
    </>
  )
}

/** Polaris would empty what a desktop connection holds: that is told before anything is saved. */
function StoredDesktop({ setup: { $settings, place, portal } }: Pick<Props, 'setup'>) {
  const stored = valuesFrom(useStore($settings))
  if (!isDesktop(stored)) return null
  const { origin } = portal.environment.location()
  return (
    <Notice kind="warning">
      <p>{translate('wizard:polarisDesktop')}</p>
      <a
        className="button"
        data-kind="secondary"
        href={wizardAddress(origin, pageLocale(), idsOf(place), 'wizard').href}
      >
        {translate('wizard:toDesktop')}
      </a>
    </Notice>
  )
}
