import { useEffect } from 'react'
import type { Application, WizardValues } from '../../lib/domain/wizard-values.ts'
import { withApplication, withKnownTemplates } from '../../lib/domain/wizard.ts'
import { wizardRules } from '../../lib/validation/wizard.ts'
import type { SetupStart } from '../../stores/wizard/setup-start.ts'
import { useKeptForm, type KeptForm } from '../form/kept-form.ts'

export type WizardForm = KeptForm<WizardValues>

/** The wizard's form: its values, kept as they are chosen, and its rules. */
export function useWizardForm({ initial, keep }: SetupStart): WizardForm {
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

/** Removes order templates that the accounting package no longer has, once its list is there. */
export function useKnownTemplates(form: WizardForm, { templates }: SetupStart): void {
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
