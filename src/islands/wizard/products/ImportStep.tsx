import { Field, useSelector } from '@tanstack/react-form'
import { useState } from 'react'
import { productsIn } from '../../../lib/accounting/snelstart/values.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { productProblems } from '../../../stores/wizard/problems.ts'
import { SwitchField } from '../../form/SwitchField.tsx'
import type { StepProps } from '../form.ts'
import { LedgerField } from '../ledgers/LedgerForm.tsx'
import { ProductChoice } from './ProductChoice.tsx'
import {
  choices,
  paysInvoices,
  rowOf,
  yesNoNames,
} from '../../../lib/accounting/snelstart/choices.ts'

const groups = [
  { group: 'import_settings', legend: 'wizard:import', help: 'wizard:importHelp' },
  { group: 'sync_settings', legend: 'wizard:sync', help: 'wizard:syncHelp' },
  { group: 'open_invoices', legend: 'wizard:openInvoices', hint: 'wizard:openInvoiceHelp' },
] as const

const namesIn = (group: (typeof groups)[number]['group']) =>
  yesNoNames.filter((name) => rowOf(name).group === group)

/** Import, synchronisation, and the products for open invoices and deposit packaging (§2). */
export function ImportStep({ form, setup }: StepProps) {
  return (
    <>
      {groups.map(({ group, legend, ...said }) => (
        <fieldset key={group}>
          <legend>{translate(legend)}</legend>
          {'help' in said && <p className="help">{translate(said.help)}</p>}
          {namesIn(group).map((name) => (
            <Field key={name} form={form} name={name}>
              {(field) => (
                <SwitchField
                  field={field}
                  label={translate(choices[name].label)}
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
  const hasProduct = useSelector(form.store, ({ values }) => paysInvoices(values))
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
              <ProductChoice form={form} products={products} purpose="paying_product" />
              <LedgerField setup={setup} purpose="correction" />
            </fieldset>
          )}
          <fieldset>
            <legend>{translate('wizard:emballage')}</legend>
            <p className="help">{translate('wizard:emballageHelp')}</p>
            <ProductChoice form={form} products={products} purpose="emballage_product" />
          </fieldset>
        </>
      )}
    </details>
  )
}
