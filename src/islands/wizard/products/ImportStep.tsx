import { Field, useSelector } from '@tanstack/react-form'
import { fieldOf, hasReportOnly, switchesOf } from '../../../lib/accounting/snelstart/values.ts'
import { useState } from 'react'
import { translate } from '../../../lib/i18n/page.ts'
import { SwitchField } from '../../form/SwitchField.tsx'
import type { StepProps } from '../form.ts'
import { LedgerField } from '../ledgers/LedgerForm.tsx'
import { ProductChoice } from './ProductChoice.tsx'

/** Import, synchronisation, and the products for open invoices and deposit packaging (§2). */
export function ImportStep({ form, setup }: StepProps) {
  const hasProduct = useSelector(
    form.store,
    ({ values }) => values.import_and_sync.open_invoices.open_invoice_product,
  )
  return (
    <>
      <fieldset>
        <legend>{translate('wizard:import')}</legend>
        <p className="help">{translate('wizard:importHelp')}</p>
        <Switches form={form} group="import_settings" />
      </fieldset>
      <fieldset>
        <legend>{translate('wizard:sync')}</legend>
        <p className="help">{translate('wizard:syncHelp')}</p>
        <Switches form={form} group="sync_settings" />
      </fieldset>
      <fieldset>
        <legend>{translate('wizard:openInvoices')}</legend>
        <Field form={form} name="import_and_sync.open_invoices.open_invoice_product">
          {(field) => (
            <SwitchField
              field={field}
              label={translate('wizard:openInvoiceProduct')}
              hint={translate('wizard:openInvoiceHelp')}
            />
          )}
        </Field>
      </fieldset>
      <ReportOnly form={form} setup={setup} hasProduct={hasProduct} />
    </>
  )
}

/** What no setting holds (contract §4): folded, unless something was answered. */
function ReportOnly({ form, setup, hasProduct }: StepProps & { hasProduct: boolean }) {
  const { ledgers, products, allLedgers } = setup
  const [isUnfolded, setUnfolded] = useState(
    () =>
      hasReportOnly(form.state.values) ||
      (hasProduct && ledgers.correction.$number.get().trim() !== ''),
  )
  return (
    <details
      className="panel"
      open={isUnfolded}
      onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
    >
      <summary>{translate('wizard:reportOnly')}</summary>
      {isUnfolded && (
        <>
          <p className="help">{translate('wizard:reportOnlyHelp')}</p>
          {hasProduct && (
            <fieldset>
              <legend>{translate('wizard:openInvoiceProductChosen')}</legend>
              <ProductChoice form={form} products={products} purpose="open_invoices" />
              <LedgerField item={ledgers.correction} allLedgers={allLedgers} isRequired={false} />
            </fieldset>
          )}
          <fieldset>
            <legend>{translate('wizard:emballage')}</legend>
            <p className="help">{translate('wizard:emballageHelp')}</p>
            <ProductChoice form={form} products={products} purpose="emballage" />
          </fieldset>
        </>
      )}
    </details>
  )
}

interface SwitchesProps extends Pick<StepProps, 'form'> {
  group: 'import_settings' | 'sync_settings'
}

function Switches({ form, group }: SwitchesProps) {
  return switchesOf(group).map((each) => (
    <Field key={each.name} form={form} name={fieldOf(each)}>
      {(field) => <SwitchField field={field} label={translate(each.label)} />}
    </Field>
  ))
}
