import { translate } from '../../lib/i18n/page.ts'
import './field-need.css'

/**
 * Says beside a label whether the field is required or optional (WCAG 3.3.2); nothing where `isRequired`
 * is left out. "Required" is hidden from assistive technology, which the control tells itself.
 */
export function FieldNeed({ isRequired }: { isRequired: boolean | undefined }) {
  if (isRequired === undefined) return null
  return (
    <>
      {' '}
      <span className="field-need" aria-hidden={isRequired}>
        {translate(isRequired ? 'form:required' : 'form:optional')}
      </span>
    </>
  )
}
