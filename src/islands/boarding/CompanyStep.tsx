import { useSelector } from '@tanstack/react-form'
import { cocDoubt } from '../../lib/domain/coc.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { BoardingForm } from './form.ts'

interface Props {
  form: BoardingForm
  /** An example of a website: the provider's own. */
  host: string
}

/** The company and its location (§2, company information). */
export function CompanyStep({ form, host }: Props) {
  const country = useSelector(form.store, ({ values }) => values.serial_info.serial.country_code)

  return (
    <>
      <fieldset>
        <legend>{translate('boarding:company')}</legend>
        <form.AppField name="serial_info.serial.name">
          {(field) => (
            <field.TextField
              label={translate('boarding:companyName')}
              autoComplete="organization"
              isRequired
            />
          )}
        </form.AppField>
        <form.AppField name="serial_info.serial.coc">
          {(field) => {
            const { value, meta } = field.state
            const doubt = meta.isBlurred ? cocDoubt(value, country) : undefined
            return (
              <field.TextField
                label={translate('boarding:coc')}
                hint={doubt && translate(doubt)}
                autoComplete="off"
              />
            )
          }}
        </form.AppField>
        <form.AppField name="serial_info.serial.country_code">
          {(field) => (
            <field.TextField
              label={translate('boarding:countryCode')}
              placeholder="NL"
              autoComplete="country"
              isRequired
            />
          )}
        </form.AppField>
        <form.AppField name="serial_info.serial.website_url">
          {(field) => (
            <field.TextField
              label={translate('boarding:website')}
              type="url"
              placeholder={host}
              autoComplete="url"
            />
          )}
        </form.AppField>
      </fieldset>
      <fieldset>
        <legend>{translate('boarding:locationGroup')}</legend>
        <form.AppField name="serial_info.location.name">
          {(field) => (
            <field.TextField
              label={translate('boarding:locationName')}
              autoComplete="off"
              isRequired
            />
          )}
        </form.AppField>
      </fieldset>
    </>
  )
}
