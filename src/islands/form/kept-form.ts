import {
  FormApi,
  useIsomorphicLayoutEffect,
  type AnyFormApi,
  type StandardSchemaV1,
} from '@tanstack/react-form'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { useEffect, useState } from 'react'
import type { FormStep } from '../../lib/domain/steps.ts'
import { failureOf } from '../../lib/validation/rule.ts'
import type { StepProblem, StepProblems } from '../../stores/form/steps.ts'

interface Options<Values, Name extends string> {
  initial: Values
  /** What complete values are like; each change is judged. */
  rules: StandardSchemaV1<Values>
  /** Receives the values after each change. */
  keep: (values: Values) => void
  descriptions: readonly FormStep<Name>[]
  /** Problems beside those of the form's fields. */
  $further?: ReadableAtom<StepProblems<Name>>
}

const none = atom({})

function createForm<Values, Name extends string>(options: Options<Values, Name>) {
  const {
    initial,
    rules,
    descriptions,
    $further = none as ReadableAtom<StepProblems<Name>>,
  } = options
  const $failures = atom<Failures | null>(null)
  return {
    form: new FormApi({ defaultValues: initial, validators: { onChange: rules } }),
    $failures,
    /** What is wrong with each step; null until the form was judged. */
    $problems: computed([$failures, $further], (failures, further) => {
      if (!failures) return null
      const problems = descriptions.map(
        ({ name, fields }) =>
          [name, [...problemsIn(failures, fields), ...(further[name] ?? [])]] as const,
      )
      return Object.fromEntries(problems) as StepProblems<Name>
    }),
  }
}

export type KeptForm<Values> = ReturnType<typeof createForm<Values, string>>['form']

/**
 * A form whose values are kept as they are filled in. Without the library's `useForm`, which brings
 * field groups along: 3 kB that nothing here uses.
 */
export function useKeptForm<Values, Name extends string>(options: Options<Values, Name>) {
  const { keep } = options
  const [made] = useState(() => createForm(options))
  const { form, $failures } = made
  useIsomorphicLayoutEffect(form.mount, [form])
  useEffect(() => {
    let kept = form.state.values
    function read(): void {
      const { values } = form.state
      if (values !== kept) keep(values)
      kept = values
      const failures = failuresOf(form.state)
      // Each change is checked again. The same errors as before need not render the steps again.
      if (JSON.stringify(failures) !== JSON.stringify($failures.get())) $failures.set(failures)
    }
    // What nobody has changed yet is judged as well.
    void form.validate('change')
    read()
    return form.store.subscribe(read).unsubscribe
  }, [form, $failures, keep])
  return made
}

/** What the form's rules found wrong, by the path of the field. */
type Failures = Readonly<Record<string, readonly unknown[]>>

/**
 * The errors of the whole form. The errors that the library keeps at a field go when the field leaves the
 * screen, while its value is still wrong.
 */
const failuresOf = ({ errorMap }: AnyFormApi['state']) => (errorMap.onChange ?? {}) as Failures

function problemsIn(failures: Failures, labels: FormStep['fields']): readonly StepProblem[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    // The first thing wrong with it, or with a part of it where it is an object.
    const [failure] = Object.entries(failures)
      .filter(([name]) => name === field || name.startsWith(`${field}.`))
      .flatMap(([, each]) => each)
    return failure ? [{ field, label, message: failureOf(failure) }] : []
  })
}
