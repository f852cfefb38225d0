import { useStore } from '@nanostores/react'
import { Field, useSelector } from '@tanstack/react-form'
import { isDesktop, usesStock } from '../../../lib/accounting/snelstart/choices.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { SwitchField } from '../../form/fields.tsx'
import type { StepProps } from '../form.ts'
import { TemplateField } from './ApplicationStep.tsx'

/** Why there is nothing to switch on: polaris users choose no application. */
const desktopOnly = {
  wizard: 'wizard:useStockDesktopOnly',
  polaris: 'wizard:useStockPolaris',
} as const

/** Stock management (§2), which the desktop application alone has, and its two order templates. */
export function StockStep({ form, setup, onAskAnew }: StepProps & { onAskAnew: () => void }) {
  const hasStock = useSelector(form.store, ({ values }) => isDesktop(values))
  // Until they are there, one field says so for both.
  const { status } = useStore(setup.templates.$list)
  const isUsed = useSelector(form.store, ({ values }) => usesStock(values))
  return (
    <>
      <Field form={form} name="use_stock" listeners={{ onChange: onAskAnew }}>
        {(field) => (
          <SwitchField
            field={field}
            label={translate('wizard:useStock')}
            hint={translate(hasStock ? 'wizard:useStockHelp' : desktopOnly[setup.variant])}
            isDisabled={!hasStock}
          />
        )}
      </Field>
      {isUsed && (
        <TemplateField form={form} template="register_order_template" templates={setup.templates} />
      )}
      {isUsed && status === 'loaded' && (
        <TemplateField form={form} template="account_order_template" templates={setup.templates} />
      )}
    </>
  )
}
