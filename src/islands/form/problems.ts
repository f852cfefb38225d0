import { useStore } from '@nanostores/react'
import { useSelector, type AnyFormApi } from '@tanstack/react-form'
import { atom, type ReadableAtom } from 'nanostores'
import { useEffect } from 'react'
import type { FormStep } from '../../lib/domain/steps.ts'
import { translate } from '../../lib/i18n/page.ts'
import { failureOf } from '../../lib/validation/rule.ts'
import type { ErrorCounts, FurtherProblems, Steps } from '../../stores/form/steps.ts'
import { failureText } from './failure-text.ts'

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
  descriptions: readonly FormStep<Name>[],
  further = none as ReadableAtom<FurtherProblems<Name>>,
): (step: Name) => readonly Problem[] {
  const failures = useSelector(form.store, failuresOf, { compare: areSame })
  const others = useStore(further)

  useEffect(() => {
    const report = () => {
      const current = failuresOf(form.store.state)
      const furtherOf = (name: Name) => further.get()[name] ?? []
      const names = descriptions.map(({ name }) => name)
      const pending = names.filter((name) => furtherOf(name).some(({ isPending }) => isPending))
      // What is being looked up is no error yet: until then the step keeps its number.
      const counts = descriptions
        .filter(({ name }) => !pending.includes(name))
        .map(({ name, fields }) => [
          name,
          problemsIn(current, fields).length + furtherOf(name).length,
        ])
      steps.reportErrors(Object.fromEntries(counts) as ErrorCounts<Name>, pending)
    }
    const { unsubscribe } = form.store.subscribe(report)
    void form.validate('change')
    const stop = further.subscribe(report)
    return () => {
      unsubscribe()
      stop()
    }
  }, [form, steps, descriptions, further])

  return (step) => [
    ...problemsIn(failures, descriptions.find(({ name }) => name === step)?.fields ?? {}),
    ...(others[step] ?? []).map(({ field, label, message }) => ({
      field,
      text: failureText(translate(label), message),
    })),
  ]
}

function problemsIn(failures: Failures, labels: FormStep['fields']): readonly Problem[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    const failure = failureIn(failures, field)
    if (failure === undefined) return []
    return [{ field, text: failureText(translate(label), failureOf(failure)) }]
  })
}

/** The first thing wrong with a field, or with a part of it where it is an object. */
function failureIn(failures: Failures, field: string): unknown {
  return Object.entries(failures)
    .filter(([name]) => name === field || name.startsWith(`${field}.`))
    .flatMap(([, each]) => each)[0]
}
