import { useStore } from '@nanostores/react'
import {
  FormApi,
  useIsomorphicLayoutEffect,
  useSelector,
  type AnyFormApi,
  type StandardSchemaV1,
} from '@tanstack/react-form'
import { atom, type ReadableAtom } from 'nanostores'
import { useEffect, useState } from 'react'
import type { FormStep } from '../../lib/domain/steps.ts'
import { translate } from '../../lib/i18n/page.ts'
import { failureOf } from '../../lib/validation/rule.ts'
import type { FurtherProblems, Steps } from '../../stores/form/steps.ts'
import { failureText } from './failure-text.ts'

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

export interface Problem {
  /** Id of the element that it leads to. */
  field: string
  text: string
}

/** What the form's rules found wrong, by the path of the field. */
type Failures = Readonly<Record<string, readonly unknown[]>>

const none = atom({})

/**
 * The errors of the whole form. The errors that the library keeps at a field go when the field leaves the
 * screen, while its value is still wrong.
 */
export const failuresOf = ({ errorMap }: AnyFormApi['state']) =>
  (errorMap.onChange ?? {}) as Failures

/** Each change is checked again. The same errors as before need not render the steps again. */
const areSame = (some: Failures, others: Failures) =>
  JSON.stringify(some) === JSON.stringify(others)

/**
 * Tells the steps how many problems each has, whenever that changes, and lists them.
 *
 * @param form validates on change, as a whole
 * @param further problems beside those of the form's fields
 */
export function useProblems<Name extends string>(
  form: Pick<AnyFormApi, 'store' | 'validate'>,
  steps: Steps<Name>,
  further = none as ReadableAtom<FurtherProblems<Name>>,
): (step: Name) => readonly Problem[] {
  const failures = useSelector(form.store, failuresOf, { compare: areSame })
  const others = useStore(further)

  // What nobody has changed yet is judged as well.
  useEffect(() => void form.validate('change'), [form])
  useEffect(() => {
    // What that found may not have been rendered yet.
    const current = failuresOf(form.store.state)
    const pending: Name[] = []
    const counts: Partial<Record<Name, number>> = {}
    for (const { name, fields } of steps.descriptions) {
      const own = others[name] ?? []
      // What is being looked up is no error yet: until then the step keeps its number.
      if (own.some(({ isPending }) => isPending)) pending.push(name)
      else counts[name] = problemsIn(current, fields).length + own.length
    }
    steps.reportErrors(counts, pending)
  }, [form, steps, failures, others])

  return (step) => [
    ...problemsIn(failures, steps.descriptions.find(({ name }) => name === step)?.fields ?? {}),
    ...(others[step] ?? []).map(({ field, label, message }) => ({
      field,
      text: failureText(translate(label), message),
    })),
  ]
}

function problemsIn(failures: Failures, labels: FormStep['fields']): readonly Problem[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    // The first thing wrong with it, or with a part of it where it is an object.
    const [failure] = Object.entries(failures)
      .filter(([name]) => name === field || name.startsWith(`${field}.`))
      .flatMap(([, each]) => each)
    return failure ? [{ field, text: failureText(translate(label), failureOf(failure)) }] : []
  })
}
