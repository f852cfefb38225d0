import { FormApi, useIsomorphicLayoutEffect, type StandardSchemaV1 } from '@tanstack/react-form'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { useEffect, useState } from 'react'
import type { FormStep } from '../../lib/domain/steps.ts'
import { getRuleMessage } from '../../lib/validation/rule.ts'
import type { StepProblem, StepProblems } from '../../stores/form/steps.ts'

interface Options<Values, Name extends string> {
  initial: Values
  rules: StandardSchemaV1<Values>
  keep: (values: Values) => void
  descriptions: readonly FormStep<Name>[]
  /** Additional problems that the validation rules do not cover. */
  $further?: ReadableAtom<StepProblems<Name>>
}

function createForm<Values, Name extends string>(options: Options<Values, Name>) {
  const { initial, rules, descriptions } = options
  const $further: ReadableAtom<StepProblems<Name>> = options.$further ?? atom({})
  const $failures = atom<Failures | null>(null)
  return {
    form: new FormApi({ defaultValues: initial, validators: { onChange: rules } }),
    $failures,
    /** Problems by step, or null before the first validation. */
    $problems: computed([$failures, $further], (failures, further) => {
      if (!failures) return null
      const problems = descriptions.map(({ name, fields }) => {
        return [name, [...problemsIn(failures, fields), ...(further[name] ?? [])]] as const
      })
      return Object.fromEntries(problems) as StepProblems<Name>
    }),
  }
}

export type AutosaveForm<Values> = ReturnType<typeof createForm<Values, string>>['form']

/** Saves and validates a form without TanStack's `useForm` (3 kB). */
export function useAutosaveForm<Values, Name extends string>(options: Options<Values, Name>) {
  const { keep } = options
  const [keptForm] = useState(() => createForm(options))
  const { form, $failures } = keptForm
  useIsomorphicLayoutEffect(form.mount, [form])
  useEffect(() => {
    let savedValues = form.state.values
    function update(): void {
      const { values } = form.state
      if (values !== savedValues) keep(values)
      savedValues = values
      // Only the form keeps the errors of unmounted fields.
      const failures = (form.state.errorMap.onChange ?? {}) as Failures
      if (JSON.stringify(failures) !== JSON.stringify($failures.get())) $failures.set(failures)
    }
    void form.validate('change')
    update()
    return form.store.subscribe(update).unsubscribe
  }, [form, $failures, keep])
  return keptForm
}

type Failures = Readonly<Record<string, readonly unknown[]>>

function problemsIn(failures: Failures, labels: FormStep['fields']): readonly StepProblem[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    // An object field also has the errors of nested fields.
    const [failure] = Object.entries(failures)
      .filter(([name]) => name === field || name.startsWith(`${field}.`))
      .flatMap(([, each]) => each)
    return failure ? [{ field, label, message: getRuleMessage(failure) }] : []
  })
}
