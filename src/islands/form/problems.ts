import { useSelector, type AnyFormApi } from '@tanstack/react-form'
import { useEffect } from 'react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { failureOf } from '../../lib/validation/rule.ts'
import type { ErrorCounts, Steps } from '../../stores/step.ts'
import { failureText } from './failure-text.ts'

/** For each step its fields, by their names in the form, and what each is called. */
export type FieldsOfSteps<Name extends string> = Readonly<
  Record<Name, Readonly<Record<string, MessageKey>>>
>

export interface Problem {
  /** Id of the element that it leads to. */
  field: string
  text: string
}

type FieldMeta = Readonly<Record<string, { errors: readonly unknown[] } | undefined>>

/**
 * Tells the steps how many of their fields are wrong, whenever that changes, and lists them.
 *
 * @param form validates on change, as a whole
 */
export function useProblems<Name extends string>(
  form: Pick<AnyFormApi, 'store' | 'validate'>,
  steps: Steps<Name>,
  fields: FieldsOfSteps<Name>,
): (step: Name) => readonly Problem[] {
  const meta = useSelector(form.store, ({ fieldMeta }) => fieldMeta as FieldMeta)

  useEffect(() => {
    const report = () => {
      const { fieldMeta } = form.store.state as { fieldMeta: FieldMeta }
      const counts = Object.entries<FieldsOfSteps<Name>[Name]>(fields).map(([step, labels]) => [
        step,
        problemsIn(fieldMeta, labels).length,
      ])
      steps.reportErrors(Object.fromEntries(counts) as ErrorCounts<Name>)
    }
    const { unsubscribe } = form.store.subscribe(report)
    void form.validate('change')
    report()
    return unsubscribe
  }, [form, steps, fields])

  return (step) => problemsIn(meta, fields[step])
}

function problemsIn(
  meta: FieldMeta,
  labels: Readonly<Record<string, MessageKey>>,
): readonly Problem[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    const failure = failureIn(meta, field)
    if (failure === undefined) return []
    return [{ field, text: failureText(translate(label), failureOf(failure)) }]
  })
}

/** The first thing wrong with a field, or with a part of it where it is an object. */
function failureIn(meta: FieldMeta, field: string): unknown {
  return Object.entries(meta)
    .filter(([name]) => name === field || name.startsWith(`${field}.`))
    .flatMap(([, each]) => each?.errors ?? [])
    .find((error) => error !== undefined)
}
