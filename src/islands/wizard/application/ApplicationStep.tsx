import { useStore } from '@nanostores/react'
import { Field, useSelector } from '@tanstack/react-form'
import type { OrderTemplate } from '../../../lib/accounting/snelstart/calls.ts'
import {
  applicationNames,
  snelStartApps,
  wizardChoices,
  isDesktopChosen,
  type SnelStartApp,
  type TemplateName,
} from '../../../lib/accounting/snelstart/choices.ts'
import { createFormValues, changeApplication } from '../../../lib/accounting/snelstart/values.ts'
import { getWizardUrl } from '../../../lib/domain/coupling.ts'
import { getPlaceIds } from '../../../lib/domain/place.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { List } from '../../../stores/form/list.ts'
import type { Wizard } from '../../../stores/wizard/wizard.ts'
import { RadioCards, SelectField } from '../../form/fields.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { LoadedList } from '../../ui/Reason.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { setValues, type WizardForm } from '../form.ts'

interface ApplicationProps {
  form: WizardForm
  setup: Wizard
  /** Hides the errors of the step after its questions have changed. */
  onAskAnew: () => void
}

const helps = {
  web: 'wizard:applicationWebHelp',
  desktop: 'wizard:applicationDesktopHelp',
} as const

const ordered: readonly SnelStartApp[] = snelStartApps.toReversed()

/** Step that asks for the SnelStart program, web or desktop (§2). */
export function ApplicationStep({ form, setup, onAskAnew }: ApplicationProps) {
  const application = useSelector(form.store, ({ values }) => values.application)
  if (setup.variant === 'polaris') {
    return (
      <>
        <Notice kind="information" text="wizard:polarisApplication" />
        <StoredDesktop setup={setup} />
      </>
    )
  }
  return (
    <>
      <Field form={form} name="application">
        {({ name, state, handleBlur }) => (
          <RadioCards<SnelStartApp>
            field={{
              name,
              state,
              handleBlur,
              handleChange: (chosen) => {
                if (chosen === null) return
                setValues(form, changeApplication(form.state.values, chosen))
                onAskAnew()
              },
            }}
            label={translate('wizard:applicationQuestion')}
            hint={translate('wizard:applicationHint')}
            name={translate('wizard:application')}
            options={ordered}
            optionId={(option) => option}
            card={(option) => (
              <>
                <strong>{translate(applicationNames[option])}</strong>
                <br />
                <span className="help">{translate(helps[option])}</span>
              </>
            )}
          />
        )}
      </Field>
      {application === 'desktop' && (
        <TemplateField form={form} template="default_order_template" templates={setup.templates} />
      )}
    </>
  )
}

/** Warns that saving removes the settings of the desktop application. */
function StoredDesktop({ setup: { $settings, place, portal } }: Pick<ApplicationProps, 'setup'>) {
  const stored = createFormValues(useStore($settings))
  if (!isDesktopChosen(stored)) return null
  const wizard = getWizardUrl({ ...portal, person: { version: null } }, getPlaceIds(place))
  return (
    <Notice kind="warning">
      <p>{translate('wizard:polarisDesktop')}</p>
      <ButtonLink href={wizard.href}>{translate('wizard:toDesktop')}</ButtonLink>
    </Notice>
  )
}

interface TemplateProps {
  form: WizardForm
  template: TemplateName
  templates: List<OrderTemplate>
}

/** Select field for a required order template of the accounting package (§2). */
export function TemplateField({ form, template, templates }: TemplateProps) {
  return (
    <LoadedList list={templates} failed="wizard:templatesFailed">
      {(items, isLoading) =>
        isLoading ? (
          <p role="status">{translate('wizard:loadingTemplates')}</p>
        ) : (
          <>
            {items.length === 0 && (
              <Notice kind="warning" role="status" text="wizard:noTemplates" />
            )}
            <Field form={form} name={template}>
              {(field) => (
                <SelectField
                  field={field}
                  label={translate(wizardChoices[template].label)}
                  placeholder={translate('wizard:chooseTemplate')}
                  options={items.map(({ id, omschrijving: text }) => ({ id, text }))}
                  isRequired
                />
              )}
            </Field>
          </>
        )
      }
    </LoadedList>
  )
}
