import { Field, useSelector, type DeepKeysOfType } from '@tanstack/react-form'
import { useState } from 'react'
import {
  switches,
  type Switch,
  type WizardValues,
} from '../../../lib/accounting/snelstart/values.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { productsIn } from '../../../stores/wizard/dry-run.ts'
import { productProblems } from '../../../stores/wizard/problems.ts'
import { SwitchField } from '../../form/SwitchField.tsx'
import type { StepProps } from '../form.ts'
import { LedgerField } from '../ledgers/LedgerForm.tsx'
import { ProductChoice } from './ProductChoice.tsx'

const groups = [
  { group: 'import_settings', legend: 'wizard:import', help: 'wizard:importHelp' },
  { group: 'sync_settings', legend: 'wizard:sync', help: 'wizard:syncHelp' },
  { group: 'open_invoices', legend: 'wizard:openInvoices', hint: 'wizard:openInvoiceHelp' },
] as const

/** Import, synchronisation, and the products for open invoices and deposit packaging (§2). */
export function ImportStep({ form, setup }: StepProps) {
  return (
    <>
      {groups.map(({ group, legend, ...said }) => (
        <fieldset key={group}>
          <legend>{translate(legend)}</legend>
          {'help' in said && <p className="help">{translate(said.help)}</p>}
          {Object.entries<Switch>(switches[group]).map(([name, { label }]) => (
            <Field
              key={name}
              form={form}
              name={`import_and_sync.${group}.${name}` as DeepKeysOfType<WizardValues, boolean>}
            >
              {(field) => (
                <SwitchField
                  field={field}
                  label={translate(label)}
                  hint={'hint' in said ? translate(said.hint) : undefined}
                />
              )}
            </Field>
          ))}
        </fieldset>
      ))}
      <ReportOnly form={form} setup={setup} />
    </>
  )
}

/** What no setting holds (contract §4): folded, unless something was answered. */
function ReportOnly({ form, setup }: StepProps) {
  const { ledgers, products } = setup
  const hasProduct = useSelector(
    form.store,
    ({ values }) => values.import_and_sync.open_invoices.open_invoice_product,
  )
  const [isUnfolded, setUnfolded] = useState(
    () =>
      [productsIn, productProblems].some((each) => each(form.state.values).length > 0) ||
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
              <LedgerField setup={setup} purpose="correction" />
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
