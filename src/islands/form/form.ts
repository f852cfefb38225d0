import { createFormHook } from '@tanstack/react-form'
import { fieldContext, formContext } from './field-context.ts'
import { RadioCards } from './RadioCards.tsx'
import { TextField } from './TextField.tsx'

/**
 * The app's one form: `useAppForm({ defaultValues, validators: { onChange: schema } })`, and then
 * `<form.AppField name="…">{(field) => <field.TextField … />}</form.AppField>`.
 */
export const { useAppForm } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents: { TextField, RadioCards },
  formComponents: {},
})
