import { translate } from '../../lib/i18n/page.ts'
import type { BoardingForm } from './form.ts'

/** Who the merchant is (§2, personal details). */
export function MerchantStep({ form }: { form: BoardingForm }) {
  return (
    <>
      <form.AppField name="merchant_info.full_name">
        {(field) => (
          <field.TextField label={translate('boarding:fullName')} autoComplete="name" isRequired />
        )}
      </form.AppField>
      <form.AppField name="merchant_info.username">
        {(field) => (
          <field.TextField
            label={translate('boarding:username')}
            type="email"
            autoComplete="email"
            isRequired
          />
        )}
      </form.AppField>
    </>
  )
}
