import { Field, useSelector } from '@tanstack/react-form'
import { useDeferredValue, type ComponentProps } from 'react'
import { boardingSteps } from '../../lib/domain/boarding-steps.ts'
import type { BoardingValues } from '../../lib/domain/boarding-values.ts'
import { cocDoubt, cocNumber } from '../../lib/domain/coc.ts'
import { countries, countryCode, countryDoubt } from '../../lib/domain/countries.ts'
import { websiteAddress } from '../../lib/domain/website.ts'
import { plainEmail } from '../../lib/validation/texts.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'
import type { KeptForm } from '../form/kept-form.ts'
import { TextField } from '../form/TextField.tsx'

export type BoardingForm = KeptForm<BoardingValues>

interface StepProps {
  form: BoardingForm
}

type Control = Omit<ComponentProps<typeof TextField>, 'field' | 'label'>

const [merchant, company] = boardingSteps
const labels = { ...merchant.fields, ...company.fields }

const controls: Readonly<Record<keyof typeof labels, Control>> = {
  'merchant_info.full_name': { autoComplete: 'name', isRequired: true },
  'merchant_info.username': {
    type: 'email',
    autoComplete: 'email',
    tidy: plainEmail,
    isRequired: true,
  },
  'serial_info.serial.name': { autoComplete: 'organization', isRequired: true },
  'serial_info.serial.coc': { autoComplete: 'off', tidy: cocNumber, isRequired: false },
  'serial_info.serial.country_code': {
    placeholder: 'NL',
    autoComplete: 'country',
    tidy: countryCode,
    isRequired: true,
  },
  'serial_info.serial.website_url': {
    type: 'url',
    autoComplete: 'url',
    tidy: websiteAddress,
    isRequired: false,
  },
  'serial_info.location.name': { autoComplete: 'off', isRequired: true },
}

interface Props extends StepProps, Control {
  name: keyof typeof labels
  /** What is said of an answer once the field was left. */
  doubt?: (value: string) => string | undefined
}

/** A line of text of the boarding form. */
function FormText({ form, name, doubt, ...props }: Props) {
  return (
    <Field form={form} name={name}>
      {(field) => (
        <TextField
          field={field}
          label={translate(labels[name])}
          hint={field.state.meta.isBlurred ? doubt?.(field.state.value) : undefined}
          {...controls[name]}
          {...props}
        />
      )}
    </Field>
  )
}

/** Who the merchant is (§2, personal details). */
export function MerchantStep({ form }: StepProps) {
  return (
    <>
      <p className="help">{translate('boarding:merchantHelp')}</p>
      <FormText form={form} name="merchant_info.full_name" />
      <FormText form={form} name="merchant_info.username" />
    </>
  )
}

/** The company and its location (§2, company information). */
export function CompanyStep({ form }: StepProps) {
  const { provider } = signedInPortal().portal.configuration
  const country = useSelector(form.store, ({ values }) => values.serial_info.serial.country_code)

  const code = countryCode(country)
  // Naming all countries takes longer than a frame. This is not the first step, so it can wait.
  const locale = useDeferredValue(pageLocale(), null)
  const offers = locale ? countries(locale) : []
  const known = offers.find((each) => each.code === code)
  const unknown = (locale && countryDoubt(code)) ?? 'boarding:countryHint'

  function doubtOf(coc: string): string | undefined {
    const doubt = cocDoubt(coc, code)
    return doubt && translate(doubt)
  }

  return (
    <>
      <fieldset>
        <legend>{translate('boarding:company')}</legend>
        <FormText form={form} name="serial_info.serial.name" />
        <FormText form={form} name="serial_info.serial.coc" doubt={doubtOf} />
        <FormText
          form={form}
          name="serial_info.serial.country_code"
          hint={known?.name ?? translate(unknown)}
          offers={offers}
        />
        <FormText form={form} name="serial_info.serial.website_url" placeholder={provider.host} />
      </fieldset>
      <fieldset>
        <legend>{translate('boarding:locationGroup')}</legend>
        <FormText form={form} name="serial_info.location.name" />
      </fieldset>
    </>
  )
}
