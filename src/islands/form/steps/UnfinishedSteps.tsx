import { translate } from '../../../lib/i18n/page.ts'
import { Notice } from '../../ui/Notice.tsx'
import { countText } from '../count-text.ts'

interface Props<Name extends string> {
  steps: readonly { step: Name; errors: number }[]
  labelOf: (name: Name) => string
  onReturn: (name: Name) => void
}

/**
 * The steps that were left incomplete, which is allowed (§2), each with the way back. A live region
 * announces their names, without the counts, which change with every answer. It is rendered before it has
 * content, or browsers would not announce what appears in it.
 */
export function UnfinishedSteps<Name extends string>({ steps, labelOf, onReturn }: Props<Name>) {
  const names = steps.map(({ step }) => labelOf(step)).join(', ')
  return (
    <>
      <p className="visually-hidden" role="status">
        {names !== '' && translate('form:unfinished', { steps: names })}
      </p>
      {steps.length > 0 && (
        <Notice kind="warning">
          <ul className="unfinished-steps">
            {steps.map(({ step, errors }) => (
              <li key={step}>
                <span>
                  {countText(errors, 'form:lackingOne', 'form:lacking', { step: labelOf(step) })}
                </span>{' '}
                <button className="link" type="button" onClick={() => onReturn(step)}>
                  {translate('form:backTo', { step: labelOf(step) })}
                </button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
