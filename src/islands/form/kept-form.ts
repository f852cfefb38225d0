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
import type { Problem, Problems } from '../../stores/form/steps.ts'

interface Options<Values> {
  initial: Values
  /** What complete values are like; each change is judged. */
  rules: StandardSchemaV1<Values>
  /** Receives the values after each change. */
  keep: (values: Values) => void
}

function createForm<Values>({ initial, rules }: Options<Values>) {
  return new FormApi({ defaultValues: initial, validators: { onChange: rules } })
}

export type KeptForm<Values> = ReturnType<typeof createForm<Values>>

/**
 * A form whose values are kept as they are filled in. Without the library's `useForm`, which brings
 * field groups along: 3 kB that nothing here uses.
 */
export function useKeptForm<Values>(options: Options<Values>): KeptForm<Values> {
  const { keep } = options
  const [form] = useState(() => createForm(options))
  useIsomorphicLayoutEffect(form.mount, [form])
  useEffect(() => {
    let kept = form.state.values
    const { unsubscribe } = form.store.subscribe(() => {
      const { values } = form.state
      if (values === kept) return
      kept = values
      keep(values)
    })
    return unsubscribe
  }, [form, keep])
  return form
}

/** What the form's rules found wrong, by the path of the field. */
type Failures = Readonly<Record<string, readonly unknown[]>>

/**
 * The errors of the whole form. The errors that the library keeps at a field go when the field leaves the
 * screen, while its value is still wrong.
 */
const failuresOf = ({ errorMap }: AnyFormApi['state']) => (errorMap.onChange ?? {}) as Failures

const none = atom({})

/**
 * What is wrong with each step; null until the form was judged.
 *
 * @param form validates on change, as a whole
 * @param $further problems beside those of the form's fields
 */
export function useProblems<Name extends string>(
  form: Pick<AnyFormApi, 'store' | 'validate'>,
  descriptions: readonly FormStep<Name>[],
  $further = none as ReadableAtom<Problems<Name>>,
): ReadableAtom<Problems<Name> | null> {
  const [$failures] = useState(() => atom<Failures | null>(null))
  const [$problems] = useState(() =>
    computed([$failures, $further], (failures, further) => {
      if (!failures) return null
      const problems = descriptions.map(
        ({ name, fields }) =>
          [name, [...problemsIn(failures, fields), ...(further[name] ?? [])]] as const,
      )
      return Object.fromEntries(problems) as Problems<Name>
    }),
  )
  useEffect(() => {
    function read(): void {
      const failures = failuresOf(form.store.state)
      // Each change is checked again. The same errors as before need not render the steps again.
      if (JSON.stringify(failures) !== JSON.stringify($failures.get())) $failures.set(failures)
    }
    // What nobody has changed yet is judged as well.
    void form.validate('change')
    read()
    return form.store.subscribe(read).unsubscribe
  }, [form, $failures])
  return $problems
}

function problemsIn(failures: Failures, labels: FormStep['fields']): readonly Problem[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    // The first thing wrong with it, or with a part of it where it is an object.
    const [failure] = Object.entries(failures)
      .filter(([name]) => name === field || name.startsWith(`${field}.`))
      .flatMap(([, each]) => each)
    return failure ? [{ field, label, message: failureOf(failure) }] : []
  })
}
