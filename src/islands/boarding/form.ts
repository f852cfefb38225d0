import { FormApi, useIsomorphicLayoutEffect } from '@tanstack/react-form'
import { useEffect, useState } from 'react'
import type { BoardingValues } from '../../lib/domain/boarding-values.ts'
import { boardingRules } from '../../lib/validation/boarding.ts'
import type { BoardingScreen } from '../../stores/boarding/boarding.ts'
import type { FieldsOfSteps } from '../form/problems.ts'

export const stepNames = ['merchant_info', 'serial_info', 'subscription'] as const
export type StepName = (typeof stepNames)[number]

/** The fields of each step, by their names in the form, and their labels. */
export const fields: FieldsOfSteps<StepName> = {
  merchant_info: {
    'merchant_info.full_name': 'boarding:fullName',
    'merchant_info.username': 'boarding:username',
  },
  serial_info: {
    'serial_info.serial.name': 'boarding:companyName',
    'serial_info.serial.coc': 'boarding:coc',
    'serial_info.serial.country_code': 'boarding:countryCode',
    'serial_info.serial.website_url': 'boarding:website',
    'serial_info.location.name': 'boarding:locationName',
  },
  subscription: { 'subscription.selected': 'boarding:subscriptionStep' },
}

function createForm(boarding: BoardingScreen) {
  return new FormApi({
    defaultValues: boarding.initial,
    validators: { onChange: boardingRules(boarding.isPolaris) },
  })
}

export type BoardingForm = ReturnType<typeof createForm>

/**
 * The boarding form: its values, kept as they are typed, and its rules. Without the library's
 * `useForm`, which brings field groups along: 3 kB that nothing here uses.
 */
export function useBoardingForm(boarding: BoardingScreen): BoardingForm {
  const [form] = useState(() => createForm(boarding))
  useIsomorphicLayoutEffect(form.mount, [form])
  useEffect(() => {
    let kept: BoardingValues = form.state.values
    const { unsubscribe } = form.store.subscribe(() => {
      const { values } = form.state
      if (values === kept) return
      kept = values
      boarding.keep(values)
    })
    return unsubscribe
  }, [form, boarding])
  return form
}
