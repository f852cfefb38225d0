import { Field } from '@tanstack/react-form'
import { translate } from '../../lib/i18n/page.ts'
import { TextField } from '../form/TextField.tsx'
import type { BoardingForm } from './form.ts'

/** Who the merchant is (§2, personal details). */
export function MerchantStep({ form }: { form: BoardingForm }) {
  return (
    <>
      <Field form={form} name="merchant_info.full_name">
        {(field) => (
          <TextField
            field={field}
            label={translate('boarding:fullName')}
            autoComplete="name"
            isRequired
          />
        )}
      </Field>
      <Field form={form} name="merchant_info.username">
        {(field) => (
          <TextField
            field={field}
            label={translate('boarding:username')}
            type="email"
            autoComplete="email"
            isRequired
          />
        )}
      </Field>
    </>
  )
}
