import { translate } from '../../lib/i18n/page.ts'
import './field-need.css'

/**
 * Says beside a label whether something has to be filled in (WCAG 3.3.2). Where it has to, the
 * control tells those who cannot see it; nothing is said of a field that says nothing about it.
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
