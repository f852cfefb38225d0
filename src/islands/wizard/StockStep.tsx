import { useStore } from '@nanostores/react'
import { Field, useSelector } from '@tanstack/react-form'
import { translate } from '../../lib/i18n/page.ts'
import type { Setup } from '../../stores/wizard/setup.ts'
import { SwitchField } from '../form/SwitchField.tsx'
import type { WizardForm } from './form.ts'
import { Explain } from './Explain.tsx'
import { OrderTemplateField } from './OrderTemplateField.tsx'

interface Props {
  form: WizardForm
  setup: Setup
  /** Another choice asks something else: nothing of it is missed yet. */
  onAskAnew: () => void
}

/** Why there is nothing to switch on: polaris users choose no application. */
const desktopOnly = {
  wizard: 'wizard:useStockDesktopOnly',
  polaris: 'wizard:useStockPolaris',
} as const

/** Stock management (§2), which the desktop application alone has, and its two order templates. */
export function StockStep({ form, setup, onAskAnew }: Props) {
  const isDesktop = useSelector(
    form.store,
    ({ values }) => values.snelstart.application === 'desktop',
  )
  // Until they are there, one field says so for both.
  const { status } = useStore(setup.templates.$list)
  const usesStock = useSelector(form.store, ({ values }) => values.inhandel.use_stock)
  return (
    <>
      <Field form={form} name="inhandel.use_stock">
        {(field) => (
          <SwitchField
            field={{
              name: field.name,
              state: field.state,
              handleBlur: field.handleBlur,
              handleChange: (chosen) => {
                field.handleChange(chosen)
                onAskAnew()
              },
            }}
            label={translate('wizard:useStock')}
            hint={translate(isDesktop ? 'wizard:useStockHelp' : desktopOnly[setup.variant])}
            isDisabled={!isDesktop}
          />
        )}
      </Field>
      <Explain about="wizard:useStock" text="wizard:stockHelpMore" />
      {usesStock && (
        <>
          <Field form={form} name="inhandel.register_order_template">
            {(field) => (
              <OrderTemplateField
                field={field}
                label="wizard:registerTemplate"
                templates={setup.templates}
              />
            )}
          </Field>
          {status === 'loaded' && (
            <Field form={form} name="inhandel.account_order_template">
              {(field) => (
                <OrderTemplateField
                  field={field}
                  label="wizard:accountTemplate"
                  templates={setup.templates}
                />
              )}
            </Field>
          )}
        </>
      )}
    </>
  )
}
