import { useStore } from '@nanostores/react'
import { useSelector } from '@tanstack/react-form'
import { useState } from 'react'
import type { Id } from '../../lib/api/endpoint.ts'
import type { WizardValues } from '../../lib/domain/wizard-values.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { Setup } from '../../stores/wizard/setup.ts'
import type { BoundField } from '../form/field-error.ts'
import { CreateErrorNotice } from './CreateErrorNotice.tsx'
import { focusAfterwards } from './focus.ts'
import type { WizardForm } from './form.ts'
import { LedgerBatch } from './LedgerBatch.tsx'
import { relationTexts } from './origin-texts.ts'
import { OrderTemplateField } from './OrderTemplateField.tsx'

interface Props {
  form: WizardForm
  setup: Setup
}

/** The order templates in the form. */
type TemplateName =
  | 'snelstart.default_order_template'
  | 'inhandel.register_order_template'
  | 'inhandel.account_order_template'

const templateLabels: Readonly<Record<TemplateName, MessageKey>> = {
  'snelstart.default_order_template': 'wizard:defaultTemplate',
  'inhandel.register_order_template': 'wizard:registerTemplate',
  'inhandel.account_order_template': 'wizard:accountTemplate',
}

/** Names of the required order templates that are not chosen. */
function neededTemplates({ snelstart, inhandel }: WizardValues): TemplateName[] {
  const isNeeded: Record<TemplateName, boolean> = {
    'snelstart.default_order_template':
      snelstart.application === 'desktop' && snelstart.default_order_template === null,
    'inhandel.register_order_template':
      inhandel.use_stock && inhandel.register_order_template === null,
    'inhandel.account_order_template':
      inhandel.use_stock && inhandel.account_order_template === null,
  }
  return (Object.keys(isNeeded) as TemplateName[]).filter((name) => isNeeded[name])
}

/** What can be settled on the summary itself: templates, ledgers and the relation. */
export function SummaryTodo({ form, setup }: Props) {
  return (
    <>
      <Templates form={form} setup={setup} />
      <LedgerBatch batch={setup.ledgerBatch} />
      <Relation setup={setup} />
    </>
  )
}

/** Order templates that were not chosen when the summary appeared; they stay while it is shown. */
function Templates({ form, setup }: Props) {
  const [needed] = useState(() => neededTemplates(form.state.values))
  const { status } = useStore(setup.templates.$list)
  if (status !== 'loaded') return null
  return needed.map((name) => (
    <Template key={name} form={form} name={name} templates={setup.templates} />
  ))
}

/**
 * An order template of the form in a second place. Two `Field`s of one name would not do: the one
 * that goes takes the errors of the other along.
 */
function useTemplateAgain(form: WizardForm, name: TemplateName): BoundField<Id | null> {
  const value = useSelector(form.store, () => form.getFieldValue(name))
  const errors = useSelector(form.store, ({ errorMap }) => errorMap.onChange?.[name])
  const [isBlurred, setBlurred] = useState(false)
  return {
    // The field of the step itself has the name as its id.
    name: `summary.${name}`,
    state: { value, meta: { isBlurred, errors: errors ?? [] } },
    handleChange: (chosen) => form.setFieldValue(name, chosen),
    handleBlur: () => setBlurred(true),
  }
}

interface TemplateProps {
  form: WizardForm
  name: TemplateName
  templates: Setup['templates']
}

function Template({ form, name, templates }: TemplateProps) {
  const field = useTemplateAgain(form, name)
  return <OrderTemplateField field={field} label={templateLabels[name]} templates={templates} />
}

const statusId = 'summary-relation'

/** The relation for unknown customers, where it is still to be created. */
function Relation({ setup: { relation } }: { setup: Setup }) {
  const code = useStore(relation.$code).trim()
  const state = useStore(relation.$state)
  const isCreating = state.status === 'creating'
  const isMissing = state.status === 'missing' || isCreating
  return (
    <>
      <p id={statusId} tabIndex={-1} role="status">
        {isCreating && translate('wizard:relationCreating', { code })}
        {state.status === 'existing' &&
          state.origin !== 'existing' &&
          `✓ ${translate(relationTexts[state.origin])}`}
      </p>
      {isMissing && (
        <>
          <CreateErrorNotice error={state.status === 'missing' ? state.error : null} />
          <p>
            <button
              className="button"
              type="button"
              aria-disabled={isCreating}
              onClick={() => {
                void relation.create().then(() => focusAfterwards(statusId))
              }}
            >
              {translate('wizard:relationCreate', { code })}
            </button>
          </p>
        </>
      )}
    </>
  )
}
