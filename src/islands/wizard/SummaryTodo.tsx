import { useStore } from '@nanostores/react'
import { Field, useSelector } from '@tanstack/react-form'
import { useState } from 'react'
import { translate } from '../../lib/i18n/page.ts'
import type { Setup } from '../../stores/wizard/setup.ts'
import { CreateErrorNotice } from './CreateErrorNotice.tsx'
import { focusAfterwards } from './focus.ts'
import type { WizardForm } from './form.ts'
import { LedgerBatch } from './LedgerBatch.tsx'
import { OrderTemplateField } from './OrderTemplateField.tsx'

interface Props {
  form: WizardForm
  setup: Setup
}

const templateFields = [
  ['snelstart.default_order_template', 'wizard:defaultTemplate'],
  ['inhandel.register_order_template', 'wizard:registerTemplate'],
  ['inhandel.account_order_template', 'wizard:accountTemplate'],
] as const

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
  const { snelstart, inhandel } = useSelector(form.store, ({ values }) => values)
  const isDesktop = snelstart.application === 'desktop'
  const [open] = useState(() => {
    const needed = {
      'snelstart.default_order_template': isDesktop && snelstart.default_order_template === null,
      'inhandel.register_order_template':
        inhandel.use_stock && inhandel.register_order_template === null,
      'inhandel.account_order_template':
        inhandel.use_stock && inhandel.account_order_template === null,
    }
    return templateFields.filter(([name]) => needed[name])
  })
  return open.map(([name, label]) => (
    <Field key={name} form={form} name={name}>
      {({ state, handleChange, handleBlur }) => (
        <OrderTemplateField
          // The field of the step itself has the name as its id.
          field={{ name: `summary.${name}`, state, handleChange, handleBlur }}
          label={label}
          templates={setup.templates}
        />
      )}
    </Field>
  ))
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
          state.origin === 'created' &&
          `✓ ${translate('wizard:relationCreated')}`}
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
