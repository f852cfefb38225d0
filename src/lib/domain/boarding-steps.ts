import type { FormStep } from './steps.ts'

/** The steps of the boarding form (§2), in their order. */
export const boardingSteps = [
  {
    name: 'merchant_info',
    label: 'boarding:merchantStep',
    fields: {
      'merchant_info.full_name': 'boarding:fullName',
      'merchant_info.username': 'boarding:username',
    },
  },
  {
    name: 'serial_info',
    label: 'boarding:companyStep',
    fields: {
      'serial_info.serial.name': 'boarding:companyName',
      'serial_info.serial.coc': 'boarding:coc',
      'serial_info.serial.country_code': 'boarding:countryCode',
      'serial_info.serial.website_url': 'boarding:website',
      'serial_info.location.name': 'boarding:locationName',
    },
  },
  {
    name: 'subscription',
    label: 'boarding:subscriptionStep',
    fields: { 'subscription.selected': 'boarding:subscriptionStep' },
  },
] as const satisfies readonly FormStep[]

export type BoardingStep = (typeof boardingSteps)[number]['name']
