import { useState } from 'react'
import { headingOf, type FieldName } from '../../lib/domain/customer.ts'
import type { UnclearList } from '../../lib/domain/read-list.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { CustomerList } from '../../stores/boarding/list/list.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

interface Props extends UnclearList {
  list: CustomerList
}

/** Has the columns chosen of which the headings do not tell what they hold. */
export function ColumnChoice({ list, lacks, columns }: Props) {
  const [chosen, setChosen] = useState<ReadonlyMap<FieldName, string>>(new Map())
  const choice = [...chosen].flatMap(([field, index]) =>
    index === '' ? [] : [[Number(index), field] as const],
  )
  return (
    <Notice kind="warning" role="group" aria-labelledby="unclear">
      <p id="unclear" role="alert">
        {translate('customers:unclear')}
      </p>
      {lacks.map((field) => (
        <div className="field" key={field}>
          <label htmlFor={`column-${field}`}>{headingOf(field, pageLocale())}</label>
          <select
            id={`column-${field}`}
            value={chosen.get(field) ?? ''}
            onChange={({ target }) => setChosen(new Map(chosen).set(field, target.value))}
          >
            <option value="">{translate('customers:chooseColumn')}</option>
            {columns.map(({ index, label }) => (
              <option key={index} value={index}>
                {label}
              </option>
            ))}
          </select>
        </div>
      ))}
      <p className="buttons">
        <Button onClick={() => void list.choose(new Map(choice))}>
          {translate('customers:takeIn')}
        </Button>
      </p>
    </Notice>
  )
}
