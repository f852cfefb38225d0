import { Field, useSelector } from '@tanstack/react-form'
import { useDeferredValue } from 'react'
import { cocDoubt, cocNumber } from '../../lib/domain/coc.ts'
import { countries, countryCode } from '../../lib/domain/countries.ts'
import { websiteAddress } from '../../lib/domain/website.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import { TextField } from '../form/TextField.tsx'
import type { BoardingForm } from './form.ts'
import { FormText } from './FormText.tsx'

interface Props {
  form: BoardingForm
  /** An example of a website: the provider's own. */
  host: string
}

/** The company and its location (§2, company information). */
export function CompanyStep({ form, host }: Props) {
  const country = useSelector(form.store, ({ values }) => values.serial_info.serial.country_code)

  const code = countryCode(country)
  // Naming all countries takes longer than a frame. This is not the first step, so it can wait.
  const locale = useDeferredValue(pageLocale(), null)
  const offers = locale ? countries(locale) : []
  const known = offers.find((each) => each.code === code)

  return (
    <>
      <fieldset>
        <legend>{translate('boarding:company')}</legend>
        <FormText
          form={form}
          name="serial_info.serial.name"
          label={translate('boarding:companyName')}
          autoComplete="organization"
          isRequired
        />
        <Field form={form} name="serial_info.serial.coc">
          {(field) => {
            const { value, meta } = field.state
            const doubt = meta.isBlurred ? cocDoubt(value, code) : undefined
            return (
              <TextField
                field={field}
                label={translate('boarding:coc')}
                hint={doubt && translate(doubt)}
                autoComplete="off"
                tidy={cocNumber}
                isRequired={false}
              />
            )
          }}
        </Field>
        <FormText
          form={form}
          name="serial_info.serial.country_code"
          label={translate('boarding:countryCode')}
          hint={known?.name ?? translate('boarding:countryHint')}
          placeholder="NL"
          autoComplete="country"
          offers={offers}
          tidy={countryCode}
          isRequired
        />
        <FormText
          form={form}
          name="serial_info.serial.website_url"
          label={translate('boarding:website')}
          type="url"
          placeholder={host}
          autoComplete="url"
          tidy={websiteAddress}
          isRequired={false}
        />
      </fieldset>
      <fieldset>
        <legend>{translate('boarding:locationGroup')}</legend>
        <FormText
          form={form}
          name="serial_info.location.name"
          label={translate('boarding:locationName')}
          autoComplete="off"
          isRequired
        />
      </fieldset>
    </>
  )
}
