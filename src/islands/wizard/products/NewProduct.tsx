import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Product } from '../../../lib/accounting/snelstart/calls.ts'
import { groupOption } from '../../../lib/accounting/snelstart/ledgers.ts'
import type { NewProduct as Values } from '../../../lib/accounting/snelstart/values.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { FurtherProblem } from '../../../stores/form/steps.ts'
import { productProblem } from '../../../stores/wizard/problems.ts'
import type { Products } from '../../../stores/wizard/made/products.ts'
import type { BoundField } from '../../form/field-error.ts'
import { LoadedList } from '../../form/LoadedList.tsx'
import { SelectField } from '../../form/SelectField.tsx'
import { TextField } from '../../form/TextField.tsx'
import { onEnter } from '../on-enter.ts'
import { Create } from '../Create.tsx'
import { unruledField } from '../store-field.ts'
import '../create-form.css'
import { choices, type ProductPurpose } from '../../../lib/accounting/snelstart/choices.ts'

interface Props {
  field: BoundField<Values>
  products: Products
  purpose: ProductPurpose
  onCreated: (product: Product) => void
}

/** A new product of the accounting package (§2), with the revenue group it is booked by. */
export function NewProduct({ field, products, purpose, onCreated }: Props) {
  const product = field.state.value
  const creation = useStore(products.$creations[purpose])
  const isCreating = creation.status === 'creating'
  useEffect(() => {
    void products.revenueGroups.load()
  }, [products])

  const bound = <Part extends keyof Values>(part: Part, problem?: FurtherProblem) =>
    unruledField<Values[Part]>(
      `${field.name}.${part}`,
      product[part],
      (value) => field.handleChange({ ...product, [part]: value }),
      problem,
    )

  function create(): void {
    void products.create(purpose, product).then((created) => {
      if (created !== null) onCreated(created)
    })
  }

  return (
    <div className="create-form" onKeyDown={onEnter(create)}>
      <TextField
        field={bound('name', productProblem(purpose))}
        label={translate('wizard:productName')}
        autoComplete="off"
        isRequired
        isDisabled={isCreating}
      />
      <TextField
        field={bound('sku_code')}
        label={translate('wizard:productCode')}
        autoComplete="off"
        isRequired
        isDisabled={isCreating}
      />
      <LoadedList list={products.revenueGroups} failed="wizard:revenueGroupsFailed">
        {(groups) => (
          <SelectField
            field={bound('revenue_group')}
            label={translate('wizard:revenueGroup')}
            placeholder={translate('wizard:noRevenueGroup')}
            options={groups.map(groupOption)}
            isRequired={false}
            isDisabled={isCreating}
          />
        )}
      </LoadedList>
      <Create making={creation} about={translate(choices[purpose].label)} onCreate={create} />
    </div>
  )
}
