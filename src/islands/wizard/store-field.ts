import { useState } from 'react'
import type { FurtherProblem } from '../../stores/form/step.ts'
import type { BoundField } from '../form/field-error.ts'

interface StoreField<Value> {
  /** Element id of the field. */
  name: string
  value: Value
  problem: FurtherProblem | null
  onChange: (value: Value) => void
}

/** A field whose value and problem a store holds, as a form's field looks to a control. */
export function useStoreField<Value>({
  name,
  value,
  problem,
  onChange,
}: StoreField<Value>): BoundField<Value> {
  const [isBlurred, setBlurred] = useState(false)
  return {
    name,
    state: { value, meta: { isBlurred, errors: errorsOf(problem) } },
    handleChange: (typed) => {
      setBlurred(false)
      onChange(typed)
    },
    handleBlur: () => setBlurred(true),
  }
}

const errorsOf = (problem: FurtherProblem | null) =>
  problem === null ? [] : [{ params: problem.message }]

/**
 * A field without rules of its own: what is wrong with it, the accounting package says.
 *
 * @param problem is shown once the step is left
 */
export function unruledField<Value>(
  name: string,
  value: Value,
  onChange: (value: Value) => void,
  problem: FurtherProblem | null = null,
): BoundField<Value> {
  return {
    name,
    state: { value, meta: { isBlurred: false, errors: errorsOf(problem) } },
    handleChange: onChange,
    handleBlur: () => undefined,
  }
}
