import { useState } from 'react'
import { getColumnHeading, isFieldOptional, listCustomerFields } from '../../lib/domain/customer.ts'
import type { ColumnMapping, ListTable } from '../../lib/domain/read-list.ts'
import { getPageLocale, translate } from '../../lib/i18n/page.ts'
import { Button } from '../ui/Button.tsx'
import { createAriaAttributes, LabelledField, Select } from '../ui/FieldTexts.tsx'
import { Panel } from '../ui/Notice.tsx'
import { formatFieldProblem } from '../ui/Text.tsx'

export const columnsHeadingId = 'columns'

interface Props {
  table: ListTable
  isPolaris: boolean
  onChoose: (mapping: ColumnMapping) => unknown
  onLeave: () => unknown
}

/** Assigns the columns of a list to fields. */
export function ColumnChoice({ table, isPolaris, onChoose, onLeave }: Props) {
  const [chosen, setChosen] = useState(table.mapping)
  const controls = listCustomerFields(isPolaris).flatMap((field) => {
    const columns = chosen[field] ?? []
    const count = field === 'merchant_info.full_name' ? columns.length + 1 : 1
    return Array.from({ length: count }, (_, at) => {
      const isRequired = at === 0 && !isFieldOptional(field)
      const isMissing = isRequired && columns.length === 0
      return { field, at, columns, isRequired, isMissing, id: `column-${field}-${at}` }
    })
  })

  function takeIn(): void {
    const missing = controls.find(({ isMissing }) => isMissing)
    if (missing) document.getElementById(missing.id)?.focus()
    else onChoose(chosen)
  }

  return (
    <Panel id={columnsHeadingId} title="customers:columns" focus={null}>
      <p>{translate('customers:columnsHelp')}</p>
      {controls.map(({ field, at, columns, isRequired, isMissing, id }) => {
        const heading = getColumnHeading(field, getPageLocale())
        const label = at === 0 ? heading : `${heading} (${at + 1})`
        const error = isMissing
          ? formatFieldProblem(heading, { key: 'validation:required' })
          : undefined
        return (
          <LabelledField key={id} {...{ id, label, error, isRequired }}>
            <Select
              {...createAriaAttributes(id, { error }, isRequired)}
              id={id}
              translate="no"
              options={table.columns}
              placeholder={translate(isRequired ? 'customers:chooseColumn' : 'customers:noColumn')}
              chosen={columns[at]}
              onChoose={(column) => {
                const now = column === '' ? [] : [Number(column)]
                setChosen({ ...chosen, [field]: columns.toSpliced(at, 1, ...now) })
              }}
            />
          </LabelledField>
        )
      })}
      <p className="buttons">
        <Button text="customers:takeIn" kind="main" onClick={takeIn} />
        <Button text="shell:cancel" onClick={onLeave} />
      </p>
    </Panel>
  )
}
