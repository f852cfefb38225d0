import type { Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import { saysSignIn } from '../../lib/failure.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { Mending } from '../../stores/check/screen.ts'
import { Button } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Facts } from '../ui/Facts.tsx'
import type { Kind } from '../ui/kinds.ts'
import { Reference } from '../ui/Reason.tsx'
import { shownText } from '../ui/shown-text.ts'
import { Text, TextAbout } from '../ui/Text.tsx'
import { sameReason, verdictTexts } from './check-text.ts'

/** How much each verdict matters. */
export const kinds = {
  good: 'success',
  attention: 'warning',
  wrong: 'failure',
  unknown: 'information',
  asking: 'neutral',
} as const satisfies Record<Line['verdict'], Kind>

export function VerdictChip({ verdict }: Pick<Line, 'verdict'>) {
  return <Chip kind={kinds[verdict]}>{translate(verdictTexts[verdict])}</Chip>
}

export const lineId = (name: string) => `check-${name}`

interface Props {
  line: Line
  /** Another line that has the reason of this one. */
  reasonAt: Line | null
  mending: Mending | null
  onAskAgain: () => void
}

/** A part of the coupling: the verdict, what was found, what that means and what to do. */
export function LineView({ line, reasonAt, mending, onAskAgain }: Props) {
  const { name, label, verdict, facts = [], failed } = line
  // A dialog says that a session is over.
  const failure = line.failure && saysSignIn(line.failure) ? undefined : line.failure
  const reason = failure ? [...(line.told ?? []), failure] : (line.told ?? [])
  const following = reasonAt && sameReason(reasonAt)
  return (
    <li data-kind={kinds[verdict]} id={lineId(name)} tabIndex={-1}>
      <h2>{translate(label)}</h2>
      <VerdictChip verdict={verdict} />
      <div>
        {(following ? [following] : reason).map((message) => (
          <p key={message.key}>
            <Text message={message} />
          </p>
        ))}
        {facts.length > 0 && (
          <Facts facts={facts.map((fact) => [fact.label, shownText(fact.value)])} />
        )}
        {!following && failure?.help && <p>{translate(failure.help, failure.parameters)}</p>}
        <Mend line={line} mending={mending} />
        {failed.length > 0 && !following && (
          <Button kind="quiet" focuses={lineId(name)} about={translate(label)} onClick={onAskAgain}>
            {translate('check:askAgain')}
          </Button>
        )}
        {!following && <Reference what={{ key: label }} message={failure} />}
      </div>
    </li>
  )
}

/** The way to where a line is mended. */
export function Mend({ line, mending }: Pick<Props, 'line' | 'mending'>) {
  if (!mending) return null
  return (
    <a className="button" data-kind="quiet" href={mending.address.href}>
      <TextAbout about={translate(line.label)}>{translate(mending.text)}</TextAbout>
    </a>
  )
}
