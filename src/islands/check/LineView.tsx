import type { Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import { saysSignIn } from '../../lib/failure.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { Mending } from '../../stores/check/screen.ts'
import { Button } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Reference } from '../ui/Reason.tsx'
import { shownText } from '../ui/shown-text.ts'
import type { Kind } from '../ui/kinds.ts'
import { Text } from '../ui/Text.tsx'
import { verdictTexts } from './check-text.ts'

/** How much each verdict matters. */
export const kinds = {
  good: 'success',
  attention: 'warning',
  wrong: 'failure',
  unknown: 'information',
  asking: 'neutral',
} as const satisfies Record<Line['verdict'], Kind>

/** A verdict, and why there is none. */
export interface Verdict {
  verdict: Line['verdict']
  failure?: Line['failure'] | undefined
}

export function VerdictChip({ verdict, failure }: Verdict) {
  // What there is nothing to say of has not failed.
  const kind = verdict === 'unknown' && !failure ? 'neutral' : kinds[verdict]
  return <Chip kind={kind}>{translate(verdictTexts[verdict])}</Chip>
}

export const lineId = (name: string) => `check-${name}`

interface Props {
  line: Line
  /** Whether what a helpdesk asks for of its failure stands here. */
  isTold: boolean
  mending: Mending | null
  onAskAgain: () => void
}

/** A part of the coupling: the verdict, what was found, what that means and what to do. */
export function LineView({ line, isTold, mending, onAskAgain }: Props) {
  const { name, label, verdict, told = [], facts = [], failed } = line
  // A dialog says that a session is over.
  const failure = line.failure && saysSignIn(line.failure) ? undefined : line.failure
  return (
    <li data-kind={kinds[verdict]} id={lineId(name)} tabIndex={-1}>
      <h2>{translate(label)}</h2>
      <VerdictChip verdict={verdict} failure={failure} />
      <div>
        {told.map((message) => (
          <p key={message.key}>
            <Text message={message} />
          </p>
        ))}
        {facts.length > 0 && (
          <Facts facts={facts.map((fact) => [fact.label, shownText(fact.value)])} />
        )}
        {failure && (
          <p>
            <Text message={failure} />
          </p>
        )}
        {isTold && failure?.help && <p>{translate(failure.help)}</p>}
        <Mend line={line} mending={mending} />
        {failed.length > 0 && (
          <Button kind="quiet" focuses={lineId(name)} about={translate(label)} onClick={onAskAgain}>
            {translate('check:askAgain')}
          </Button>
        )}
        {isTold && <Reference what={{ key: label }} message={failure} />}
      </div>
    </li>
  )
}

/** The way to where a line is mended. */
export function Mend({ line, mending }: Pick<Props, 'line' | 'mending'>) {
  if (!mending) return null
  return (
    <a className="button" data-kind="quiet" href={mending.address.href}>
      {translate(mending.text)}
      <span className="visually-hidden">: {translate(line.label)}</span>
    </a>
  )
}
