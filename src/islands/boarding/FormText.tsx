import { Field, type DeepKeysOfType } from '@tanstack/react-form'
import type { ComponentProps } from 'react'
import type { BoardingValues } from '../../lib/domain/boarding-values.ts'
import { TextField } from '../form/TextField.tsx'
import type { BoardingForm } from './form.ts'

interface Props extends Omit<ComponentProps<typeof TextField>, 'field'> {
  form: BoardingForm
  name: DeepKeysOfType<BoardingValues, string>
}

/** A line of text of the boarding form. */
export function FormText({ form, name, ...props }: Props) {
  return (
    <Field form={form} name={name}>
      {(field) => <TextField field={field} {...props} />}
    </Field>
  )
}
