import { useSelector } from '@tanstack/react-form'
import { useEffect } from 'react'
import type { Id } from '../../lib/api/endpoint.ts'
import type { Application, WizardValues } from '../../lib/domain/wizard-values.ts'
import { withApplication, withKnownTemplates } from '../../lib/domain/wizard.ts'
import { wizardRules } from '../../lib/validation/wizard.ts'
import type { Setup } from '../../stores/wizard/setup.ts'
import type { BoundField } from '../form/field-error.ts'
import { useKeptForm, type KeptForm } from '../form/kept-form.ts'

export type WizardForm = KeptForm<WizardValues>

/** The wizard's form: its values, kept as they are chosen, and its rules. */
export function useWizardForm({ initial, keep }: Setup): WizardForm {
  return useKeptForm({ initial, rules: wizardRules, keep })
}

/** Fills in every step. */
export function setValues(form: WizardForm, values: WizardValues): void {
  form.setFieldValue('snelstart', values.snelstart)
  form.setFieldValue('inhandel', values.inhandel)
  form.setFieldValue('import_and_sync', values.import_and_sync)
}

/** Chooses the application, and what follows from it (§4). */
export function chooseApplication(form: WizardForm, application: Application): void {
  const { snelstart, inhandel } = withApplication(form.state.values, application)
  form.setFieldValue('snelstart', snelstart)
  form.setFieldValue('inhandel', inhandel)
}

/** The order templates in the form. */
export type TemplateName =
  | 'snelstart.default_order_template'
  | 'inhandel.register_order_template'
  | 'inhandel.account_order_template'

/**
 * An order template of the form in a second place. Two `Field`s of one name would not do: the one
 * that goes takes the errors of the other along.
 */
export function useTemplateAgain(form: WizardForm, name: TemplateName): BoundField<Id | null> {
  const value = useSelector(form.store, () => form.getFieldValue(name))
  const errors = useSelector(form.store, ({ errorMap }) => errorMap.onChange?.[name])
  return {
    // The field of the step itself has the name as its id.
    name: `summary.${name}`,
    state: { value, meta: { isBlurred: false, errors: errors ?? [] } },
    handleChange: (chosen) => form.setFieldValue(name, chosen),
    handleBlur: () => undefined,
  }
}

/** Removes order templates that the accounting package no longer has, once its list is there. */
export function useKnownTemplates(form: WizardForm, { templates }: Setup): void {
  useEffect(
    () =>
      templates.$list.listen((list) => {
        if (list.status !== 'loaded') return
        const { snelstart, inhandel } = withKnownTemplates(form.state.values, list.items)
        form.setFieldValue('snelstart', snelstart)
        form.setFieldValue('inhandel', inhandel)
      }),
    [form, templates],
  )
}
