import { translate } from '../../lib/i18n/page.ts'
import type { UnfinishedStep } from '../../stores/form/step.ts'
import { countText } from './count-text.ts'

interface Props<Name extends string> {
  steps: readonly UnfinishedStep<Name>[]
  labelOf: (name: Name) => string
  onReturn: (name: Name) => void
}

/**
 * Which steps were moved on from while something in them is missing, each with the way back. Moving
 * on is allowed (§2); this says what it left behind. Announced are their names alone, not the counts,
 * which change with everything that is settled. The region is there before it is filled, so that what
 * appears in it is announced.
 */
export function UnfinishedSteps<Name extends string>({ steps, labelOf, onReturn }: Props<Name>) {
  const names = steps.map(({ step }) => labelOf(step)).join(', ')
  return (
    <>
      <p className="visually-hidden" role="status">
        {names !== '' && translate('form:unfinished', { steps: names })}
      </p>
      {steps.length > 0 && (
        <ul className="notice unfinished-steps">
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
      )}
    </>
  )
}
