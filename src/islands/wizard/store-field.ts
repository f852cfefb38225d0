import { useState } from 'react'
import type { FurtherProblem } from '../../stores/form/steps.ts'
import type { BoundField } from '../form/field-error.ts'

/**
 * A field whose value and problem a store holds, as a form's field looks to a control.
 *
 * @param name element id of the field
 * @param problem is shown once the step is left
 */
export function unruledField<Value>(
  name: string,
  value: Value,
  onChange: (value: Value) => void,
  problem: FurtherProblem | null = null,
): BoundField<Value> {
  const errors = problem === null ? [] : [{ params: problem.message }]
  return {
    name,
    state: { value, meta: { isBlurred: false, errors } },
    handleChange: onChange,
    handleBlur: () => undefined,
  }
}

/** The same, with a problem that is shown once the field itself is left. */
export function useStoreField<Value>(field: BoundField<Value>): BoundField<Value> {
  const [isBlurred, setBlurred] = useState(false)
  const { value, meta } = field.state
  return {
    ...field,
    state: { value, meta: { ...meta, isBlurred } },
    handleChange: (typed) => {
      setBlurred(false)
      field.handleChange(typed)
    },
    handleBlur: () => setBlurred(true),
  }
}
