import { useEffect } from 'react'
import {
  withKnownTemplates,
  wizardRules,
  type WizardValues,
} from '../../lib/accounting/snelstart/values.ts'
import type { WizardChoices } from '../../stores/wizard/choices.ts'
import type { Setup } from '../../stores/wizard/setup.ts'
import { useKeptForm, type KeptForm } from '../form/kept-form.ts'

export type WizardForm = KeptForm<WizardValues>

/** What the steps after the first take. */
export interface StepProps {
  form: WizardForm
  setup: Setup
}

/** Fills in other values, in every step. */
export function setValues(form: WizardForm, values: WizardValues): void {
  for (const group of Object.keys(values) as (keyof WizardValues)[]) {
    if (values[group] !== form.state.values[group]) form.setFieldValue(group, values[group])
  }
}

/** The wizard's form: its values, kept as they are chosen, and its rules. */
export function useWizardForm({ initial, keep, templates }: WizardChoices): WizardForm {
  const form = useKeptForm({ initial, rules: wizardRules, keep })
  // Order templates that the accounting package no longer has go once its list is there.
  useEffect(
    () =>
      templates.$list.listen((list) => {
        if (list.status !== 'loaded') return
        setValues(form, withKnownTemplates(form.state.values, list.items))
      }),
    [form, templates],
  )
  return form
}
