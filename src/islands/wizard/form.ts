import { FormApi, useIsomorphicLayoutEffect } from '@tanstack/react-form'
import { useEffect, useState } from 'react'
import type { Application, WizardValues } from '../../lib/domain/wizard-values.ts'
import { withApplication, withKnownTemplates } from '../../lib/domain/wizard.ts'
import { wizardRules } from '../../lib/validation/wizard.ts'
import type { Setup, WizardStep } from '../../stores/wizard/setup.ts'
import type { FieldsOfSteps } from '../form/problems.ts'

/** The fields of each step that the form's own rules are about, and their labels. */
export const fields: FieldsOfSteps<WizardStep> = {
  snelstart: {
    'snelstart.application': 'wizard:application',
    'snelstart.default_order_template': 'wizard:defaultTemplate',
  },
  inhandel: {
    'inhandel.register_order_template': 'wizard:registerTemplate',
    'inhandel.account_order_template': 'wizard:accountTemplate',
  },
  journals: {},
  unknown_relation: {},
  import_and_sync: {},
  summary: {},
}

function createForm(setup: Setup) {
  return new FormApi({ defaultValues: setup.initial, validators: { onChange: wizardRules } })
}

export type WizardForm = ReturnType<typeof createForm>

/** The wizard's form: its values, kept as they are chosen, and its rules. */
export function useWizardForm(setup: Setup): WizardForm {
  const [form] = useState(() => createForm(setup))
  useIsomorphicLayoutEffect(form.mount, [form])
  useEffect(() => {
    let kept: WizardValues = form.state.values
    const { unsubscribe } = form.store.subscribe(() => {
      const { values } = form.state
      if (values === kept) return
      kept = values
      setup.keep(values)
    })
    return unsubscribe
  }, [form, setup])
  return form
}

/** Chooses the application, and what follows from it (§4). */
export function chooseApplication(form: WizardForm, application: Application): void {
  const { snelstart, inhandel } = withApplication(form.state.values, application)
  form.setFieldValue('snelstart', snelstart)
  form.setFieldValue('inhandel', inhandel)
}

/** Removes order templates that the accounting package no longer has, once its list is there. */
export function useKnownTemplates(form: WizardForm, { templates }: Setup): void {
  useEffect(
    () =>
      templates.$list.listen((list) => {
        if (list.status !== 'loaded') return
        const { snelstart, inhandel } = withKnownTemplates(form.state.values, list.items)
        form.setFieldValue('snelstart', snelstart)
        form.setFieldValue('inhandel', inhandel)
      }),
    [form, templates],
  )
}
