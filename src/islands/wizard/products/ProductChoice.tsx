import { Field, useSelector } from '@tanstack/react-form'
import { useEffect } from 'react'
import type { Product } from '../../../lib/accounting/snelstart/calls.ts'
import { productLabel } from '../../../lib/accounting/snelstart/summary.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { Products } from '../../../stores/wizard/made/products.ts'
import { LoadedList } from '../../form/LoadedList.tsx'
import { SwitchField } from '../../form/SwitchField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dropdown } from '../../ui/Dropdown.tsx'
import { TextAbout } from '../../ui/Text.tsx'
import type { WizardForm } from '../form.ts'
import { focusAfterwards } from '../focus.ts'
import { NewProduct } from './NewProduct.tsx'
import { choices, type ProductPurpose } from '../../../lib/accounting/snelstart/choices.ts'

interface Props {
  form: WizardForm
  products: Products
  purpose: ProductPurpose
}

const idOf = ({ id }: Product) => String(id)

/** A product of the accounting package: chosen from the list, or made (§2). */
export function ProductChoice({ form, products, purpose }: Props) {
  const { label } = choices[purpose]
  const product = `${purpose}.chosen` as const
  const isNew = `${purpose}.is_new` as const
  const makesNew = useSelector(form.store, ({ values }) => values[purpose].is_new)
  useEffect(() => {
    void products.products.load()
  }, [products])

  return (
    <>
      <LoadedList list={products.products} failed="wizard:productsFailed">
        {(options, isLoading) => (
          <Field form={form} name={product}>
            {({ name, state: { value: chosen }, handleChange }) => (
              <>
                <Dropdown
                  id={name}
                  label={translate(label)}
                  options={options}
                  optionId={idOf}
                  optionLabel={productLabel}
                  chosen={chosen}
                  onChoose={handleChange}
                  placeholder={{ key: isLoading ? 'form:loading' : 'wizard:chooseProduct' }}
                  isLoading={isLoading}
                  isRequired={false}
                />
                {chosen !== null && (
                  <Button
                    about={translate(label)}
                    onClick={() => {
                      handleChange(null)
                      focusAfterwards(name)
                    }}
                  >
                    {translate('wizard:noProduct')}
                  </Button>
                )}
              </>
            )}
          </Field>
        )}
      </LoadedList>
      <Field form={form} name={isNew}>
        {(field) => (
          <SwitchField
            field={field}
            label={<TextAbout about={translate(label)}>{translate('wizard:productNew')}</TextAbout>}
          />
        )}
      </Field>
      {makesNew && (
        <Field form={form} name={`${purpose}.new_product`}>
          {(field) => (
            <NewProduct
              field={field}
              products={products}
              purpose={purpose}
              onCreated={(created) => {
                form.setFieldValue(product, created)
                form.setFieldValue(isNew, false)
                focusAfterwards(product)
              }}
            />
          )}
        </Field>
      )}
    </>
  )
}
