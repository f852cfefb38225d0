import { Field, useSelector } from '@tanstack/react-form'
import { fieldOf, switchesOf } from '../../../lib/accounting/snelstart/values.ts'
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
        {hasProduct && (
          <>
            <ProductChoice form={form} products={setup.products} purpose="open_invoices" />
            <LedgerField
              item={setup.ledgers.correction}
              allLedgers={setup.allLedgers}
              isRequired={false}
            />
          </>
        )}
      </fieldset>
      <fieldset>
        <legend>{translate('wizard:emballage')}</legend>
        <p className="help">{translate('wizard:emballageHelp')}</p>
        <ProductChoice form={form} products={setup.products} purpose="emballage" />
      </fieldset>
    </>
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
