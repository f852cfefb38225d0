import { useState, type KeyboardEvent } from 'react'
import type { WizardValues } from '../../lib/accounting/snelstart/values.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { CouplingSetup } from '../../stores/wizard/setup.ts'
import type { BoundField } from '../form/fields.tsx'
import type { AutosaveForm } from '../form/kept-form.ts'
import type { SubmitState } from '../../stores/wizard/saving/submitting.ts'

export type WizardForm = AutosaveForm<WizardValues>

export interface StepProps {
  form: WizardForm
  setup: CouplingSetup
}

export function setValues(form: WizardForm, values: WizardValues): void {
  for (const group of Object.keys(values) as (keyof WizardValues)[]) {
    if (values[group] !== form.state.values[group]) form.setFieldValue(group, values[group])
  }
}

/**
 * Returns a form field for a value from a store.
 *
 * @param name element id of the field
 * @param isErrorShown true to show an error at the first render
 */
export function useStoreField<Value>(
  name: string,
  value: Value,
  onChange: (value: Value) => void,
  error: Message | null = null,
  isErrorShown = false,
): BoundField<Value> {
  const [isBlurred, setBlurred] = useState(isErrorShown)
  const errors = error === null ? [] : [{ params: error }]
  return {
    name,
    state: { value, meta: { isBlurred, errors } },
    handleChange: (changed) => {
      setBlurred(false)
      onChange(changed)
    },
    handleBlur: () => setBlurred(true),
  }
}

/** Focuses a text field, even if the field is collapsed. */
export function focusField(id: string): void {
  const find = () => document.getElementById(id)
  const found = find()
  if (found instanceof HTMLButtonElement) found.click()
  requestAnimationFrame(() => {
    const field = find()
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  })
}

/** Runs an action on Enter instead of opening the next step. */
export function handleEnter(act: () => unknown): (event: KeyboardEvent) => void {
  return (event) => {
    const isMeant = event.key === 'Enter' && event.target instanceof HTMLInputElement
    if (!isMeant || event.defaultPrevented) return
    event.preventDefault()
    act()
  }
}

/** True if all saves succeeded. */
export const isCompleted = (status: SubmitState['status']) =>
  status === 'leaving' || status === 'done'
