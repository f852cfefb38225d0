import { useStore } from '@nanostores/react'
import { Field, useSelector } from '@tanstack/react-form'
import { useState } from 'react'
import type { AccountingProduct } from '../../lib/accounting/snelstart/calls.ts'
import {
  wizardChoices,
  isInvoiceProductUsed,
  getChoice,
  yesNoChoiceNames,
  type ProductPurpose,
} from '../../lib/accounting/snelstart/choices.ts'
import { createGroupOption } from '../../lib/accounting/snelstart/ledgers.ts'
import { formatProduct } from '../../lib/accounting/snelstart/summary.ts'
import { collectProducts } from '../../lib/accounting/snelstart/values.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { ProductStore } from '../../stores/wizard/products.ts'
import { createProductProblem, listProductProblems } from '../../stores/wizard/wizard.ts'
import { SelectField, SwitchField, TextField } from '../form/fields.tsx'
import { Button, moveLostFocus } from '../ui/Button.tsx'
import { Dropdown } from '../ui/Dropdown.tsx'
import { LoadedList } from '../ui/Reason.tsx'
import { TextAndSubject } from '../ui/Text.tsx'
import { handleEnter, type StepProps, type WizardForm } from './form.ts'
import { LedgerRow } from './ledgers/LedgersStep.tsx'
import { CreateButton } from './LookupField.tsx'

const groups = [
  { group: 'import_settings', legend: 'wizard:import', help: 'wizard:importHelp' },
  { group: 'sync_settings', legend: 'wizard:sync', help: 'wizard:syncHelp' },
  { group: 'open_invoices', legend: 'wizard:openInvoices', help: 'wizard:openInvoiceHelp' },
] as const

const namesIn = (group: (typeof groups)[number]['group']) =>
  yesNoChoiceNames.filter((name) => getChoice(name).group === group)

/** Step for import, synchronisation and products (§2). */
export function ImportStep({ form, setup }: StepProps) {
  return (
    <>
      {groups.map(({ group, legend, help }) => (
        <fieldset key={group}>
          <legend>{translate(legend)}</legend>
          <p className="help">{translate(help)}</p>
          {namesIn(group).map((name) => (
            <Field key={name} form={form} name={name}>
              {(field) => (
                <SwitchField field={field} label={translate(wizardChoices[name].label)} />
              )}
            </Field>
          ))}
        </fieldset>
      ))}
      <ReportOnly form={form} setup={setup} />
    </>
  )
}

/** Collapsible panel of choices that no setting stores (contract §4). */
function ReportOnly({ form, setup }: StepProps) {
  const { ledgers, products } = setup
  const hasProduct = useSelector(form.store, ({ values }) => isInvoiceProductUsed(values))
  const [isUnfolded, setUnfolded] = useState(
    () =>
      [collectProducts, listProductProblems].some((each) => each(form.state.values).length > 0) ||
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
              <div className="ledger-group">
                <LedgerRow setup={setup} purpose="correction" isActive />
              </div>
            </fieldset>
          )}
          <fieldset>
            <legend>{translate('wizard:emballage')}</legend>
            <ProductChoice form={form} products={products} purpose="emballage_product" />
          </fieldset>
        </>
      )}
    </details>
  )
}

interface ChoiceProps {
  form: WizardForm
  products: ProductStore
  purpose: ProductPurpose
}

const idOf = ({ id }: AccountingProduct) => String(id)

/** Selects a product of the accounting package, or creates one (§2). */
function ProductChoice({ form, products, purpose }: ChoiceProps) {
  const { label } = wizardChoices[purpose]
  const makesNew = useSelector(form.store, ({ values }) => values[purpose].is_new)

  return (
    <>
      <LoadedList list={products.products} failed="wizard:productsFailed">
        {(options, isLoading) => (
          <Field form={form} name={`${purpose}.chosen`}>
            {({ name, state: { value: chosen }, handleChange }) => (
              <>
                <Dropdown
                  id={name}
                  label={translate(label)}
                  options={options}
                  optionId={idOf}
                  optionLabel={formatProduct}
                  chosen={chosen}
                  onChoose={handleChange}
                  placeholder={isLoading ? 'form:loading' : 'wizard:chooseProduct'}
                  isLoading={isLoading}
                  isRequired={false}
                />
                {chosen !== null && (
                  <Button
                    text="wizard:noProduct"
                    about={translate(label)}
                    focuses={name}
                    onClick={() => handleChange(null)}
                  />
                )}
              </>
            )}
          </Field>
        )}
      </LoadedList>
      <Field form={form} name={`${purpose}.is_new`}>
        {(field) => (
          <SwitchField
            field={field}
            label={
              <TextAndSubject about={translate(label)}>
                {translate('wizard:productNew')}
              </TextAndSubject>
            }
          />
        )}
      </Field>
      {makesNew && <NewProduct form={form} products={products} purpose={purpose} />}
    </>
  )
}

const textFields = [
  ['name', 'wizard:productName'],
  ['sku_code', 'wizard:productCode'],
] as const

function NewProduct({ form, products, purpose }: ChoiceProps) {
  const product = `${purpose}.new_product` as const
  const creation = useStore(products.$creations[purpose])
  const isCreating = creation.status === 'creating'

  const notCreated = () => ({ params: createProductProblem(purpose).message })

  async function create(): Promise<void> {
    const created = await products.create(purpose, form.state.values[purpose].new_product)
    if (created === null) moveLostFocus(`${product}.name`)
    // Meanwhile the user may have selected another product.
    if (created === null || !form.state.values[purpose].is_new) return
    form.setFieldValue(`${purpose}.chosen`, created)
    form.setFieldValue(`${purpose}.is_new`, false)
    moveLostFocus(`${purpose}.chosen`)
  }

  return (
    <div className="create-form" onKeyDown={handleEnter(create)}>
      {textFields.map(([part, label]) => (
        <Field
          key={part}
          form={form}
          name={`${product}.${part}`}
          validators={part === 'name' ? { onMount: notCreated, onChange: notCreated } : {}}
        >
          {({ name, state, handleChange }) => (
            <TextField
              // Shows no error when the user leaves the field for the create button.
              field={{ name, state, handleChange, handleBlur: () => undefined }}
              label={translate(label)}
              autoComplete="off"
              isRequired
              isDisabled={isCreating}
            />
          )}
        </Field>
      ))}
      <LoadedList list={products.revenueGroups} failed="wizard:revenueGroupsFailed">
        {(groups) => (
          <Field form={form} name={`${product}.revenue_group`}>
            {(field) => (
              <SelectField
                field={field}
                label={translate('wizard:revenueGroup')}
                placeholder={translate('wizard:noRevenueGroup')}
                options={groups.map(createGroupOption)}
                isRequired={false}
                isDisabled={isCreating}
              />
            )}
          </Field>
        )}
      </LoadedList>
      <CreateButton
        creation={creation}
        about={translate(wizardChoices[purpose].label)}
        onCreate={create}
      />
    </div>
  )
}
