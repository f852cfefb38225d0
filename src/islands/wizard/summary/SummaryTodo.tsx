import { useStore } from '@nanostores/react'
import { useSelector } from '@tanstack/react-form'
import { useState } from 'react'
import type { Id } from '../../../lib/api/endpoint.ts'
import {
  isLacking,
  templateFields,
  type Template,
} from '../../../lib/accounting/snelstart/values.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { failureOf } from '../../../lib/validation/rule.ts'
import { failuresOf } from '../../form/problems.ts'
import { CreateErrorNotice } from '../Create.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusAfterwards } from '../focus.ts'
import type { StepProps } from '../form.ts'
import { relationTexts } from '../origin-texts.ts'
import { OrderTemplateField } from '../application/OrderTemplateField.tsx'
import { unruledField, useStoreField } from '../store-field.ts'

/** Order templates that were not chosen when the summary appeared; they stay while it is shown. */
export function LackingTemplates({ form, setup }: StepProps) {
  const [lacking] = useState(() =>
    Object.values(templateFields).filter((each) => isLacking(each, form.state.values)),
  )
  const { status } = useStore(setup.templates.$list)
  if (status !== 'loaded') return null
  return lacking.map((each) => (
    <TemplateAgain key={each.field} form={form} setup={setup} template={each} />
  ))
}

/**
 * An order template of the form in a second place. Two `Field`s of one name would not do: the one
 * that goes takes the errors of the other along.
 */
function TemplateAgain({ form, setup, template }: StepProps & { template: Template }) {
  const { field: name, label, chosenIn } = template
  const value = useSelector(form.store, ({ values }) => chosenIn(values))
  const [failure] = useSelector(form.store, (state) => failuresOf(state)[name]) ?? []
  const problem = failure ? { field: name, label, message: failureOf(failure) } : null
  const choose = (chosen: Id | null) => form.setFieldValue(name, chosen)
  // The field of the step itself has the name as its id.
  const field = useStoreField(unruledField(`summary.${name}`, value, choose, problem))
  return <OrderTemplateField field={field} template={template} templates={setup.templates} />
}

const statusId = 'summary-relation'

/** The relation for unknown customers, where it is still to be created. */
export function MissingRelation({ setup: { relation } }: Pick<StepProps, 'setup'>) {
  const code = useStore(relation.$code).trim()
  const state = useStore(relation.$state)
  const isCreating = state.status === 'creating'
  const isMissing = state.status === 'missing' || isCreating
  return (
    <>
      <p id={statusId} tabIndex={-1} role="status">
        {isCreating
          ? translate('wizard:relationCreating', { code })
          : state.status === 'existing' &&
            state.origin !== 'existing' &&
            `✓ ${translate(relationTexts[state.origin])}`}
      </p>
      {isMissing && (
        <>
          <CreateErrorNotice error={state.status === 'missing' ? state.error : null} />
          <p>
            <Button
              aria-disabled={isCreating}
              onClick={() => void relation.create().then(() => focusAfterwards(statusId))}
            >
              {translate('wizard:relationCreate', { code })}
            </Button>
          </p>
        </>
      )}
    </>
  )
}
