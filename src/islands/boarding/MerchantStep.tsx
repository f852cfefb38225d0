import { translate } from '../../lib/i18n/page.ts'
import type { BoardingForm } from './form.ts'
import { FormText } from './FormText.tsx'

/** Who the merchant is (§2, personal details). */
export function MerchantStep({ form }: { form: BoardingForm }) {
  return (
    <>
      <FormText
        form={form}
        name="merchant_info.full_name"
        label={translate('boarding:fullName')}
        autoComplete="name"
        isRequired
      />
      <FormText
        form={form}
        name="merchant_info.username"
        label={translate('boarding:username')}
        type="email"
        autoComplete="email"
        isRequired
      />
    </>
  )
}
