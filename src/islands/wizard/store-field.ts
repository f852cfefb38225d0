import { useState } from 'react'
import type { FurtherProblem } from '../../stores/step.ts'
import type { BoundField } from '../form/field-error.ts'

interface StoreField {
  /** Element id of the field. */
  name: string
  value: string
  problem: FurtherProblem | null
  onChange: (value: string) => void
}

/** A field whose value and problem a store holds, as a form's field looks to a control. */
export function useStoreField({ name, value, problem, onChange }: StoreField): BoundField<string> {
  const [isBlurred, setBlurred] = useState(false)
  const errors = problem === null ? [] : [{ params: { rule: 'invalid', ...problem.message } }]
  return {
    name,
    state: { value, meta: { isBlurred, errors } },
    handleChange: (typed) => {
      setBlurred(false)
      onChange(typed)
    },
    handleBlur: () => setBlurred(true),
  }
}

/** A field without rules of its own: what is wrong with it, the accounting package says. */
export function unruledField<Value>(
  name: string,
  value: Value,
  onChange: (value: Value) => void,
): BoundField<Value> {
  return {
    name,
    state: { value, meta: { isBlurred: false, errors: [] } },
    handleChange: onChange,
    handleBlur: () => undefined,
  }
}
