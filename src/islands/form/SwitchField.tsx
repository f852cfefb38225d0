import type { ReactNode } from 'react'
import type { BoundField } from './field-error.ts'
import { described, FieldTexts } from '../ui/FieldTexts.tsx'
import './fields.css'

interface Props {
  field: BoundField<boolean>
  label: ReactNode
  hint?: string | undefined
  isDisabled?: boolean
}

/** On or off. Both are answers: there is nothing to say about an error. */
export function SwitchField({ field, label, hint, isDisabled }: Props) {
  const id = field.name

  return (
    <div className="field">
      <label className="switch">
        <input
          id={id}
          name={id}
          type="checkbox"
          role="switch"
          checked={field.state.value}
          disabled={isDisabled}
          onChange={({ target }) => field.handleChange(target.checked)}
          aria-describedby={described(id, { hint })}
        />
        {label}
      </label>
      <FieldTexts id={id} hint={hint} />
    </div>
  )
}
