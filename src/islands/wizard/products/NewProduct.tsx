import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Product } from '../../../lib/accounting/snelstart/calls/products.ts'
import { groupOption } from '../../../lib/accounting/snelstart/ledgers.ts'
import type { NewProduct as Values } from '../../../lib/accounting/snelstart/values.ts'
import { translate } from '../../../lib/i18n/page.ts'
import type { FurtherProblem } from '../../../stores/form/step.ts'
import { productLabels, productProblem } from '../../../stores/wizard/problems.ts'
import type { ProductPurpose, Products } from '../../../stores/wizard/made/products.ts'
import { LoadedList } from '../../form/LoadedList.tsx'
import { SelectField } from '../../form/SelectField.tsx'
import { TextField } from '../../form/TextField.tsx'
import { onEnter } from '../on-enter.ts'
import { CreateErrorNotice } from '../CreateErrorNotice.tsx'
import { unruledField } from '../store-field.ts'
import '../create-form.css'

interface Props {
  /** Begins the element ids. */
  id: string
  product: Values
  products: Products
  purpose: ProductPurpose
  onChange: (product: Values) => void
  onCreated: (product: Product) => void
}

/** A new product of the accounting package (§2), with the revenue group it is booked by. */
export function NewProduct({ id, product, products, purpose, onChange, onCreated }: Props) {
  const creation = useStore(products.$creations)[purpose]
  const isCreating = creation.status === 'creating'
  useEffect(() => {
    void products.revenueGroups.load()
  }, [products])

  const bound = <Part extends keyof Values>(part: Part, problem?: FurtherProblem) =>
    unruledField<Values[Part]>(
      `${id}.${part}`,
      product[part],
      (value) => onChange({ ...product, [part]: value }),
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
      <CreateErrorNotice error={creation.status === 'resting' ? creation.error : null} />
      <button
        className="button"
        data-kind="secondary"
        type="button"
        aria-disabled={isCreating}
        onClick={create}
      >
        {translate(isCreating ? 'form:loading' : 'wizard:create')}
        <span className="visually-hidden">: {translate(productLabels[purpose])}</span>
      </button>
    </div>
  )
}
