import type { Line } from '../../lib/accounting/snelstart/coupling-check.ts'
import { translate } from '../../lib/i18n/page.ts'
import { Notice } from '../ui/Notice.tsx'
import { lineId, VerdictChip, type Verdict } from './LineView.tsx'

export const outcomeId = 'outcome'

/** Something that is checked, and what was found of it. */
interface Checked extends Verdict {
  name: string
  text: string
}

interface Props {
  parts: readonly Checked[]
  /** What is said as long as something is asked. */
  started: string
}

/** How far it is, then what was found: the start and the end alone are announced. */
export function Outcome({ parts, started }: Props) {
  const partsWith = (asked: Line['verdict']) => parts.filter(({ verdict }) => verdict === asked)
  const count = (asked: Line['verdict']) => String(partsWith(asked).length)
  const [wrong, unknown, good] = [count('wrong'), count('unknown'), count('good')]
  const total = String(parts.length)
  const done = String(parts.length - partsWith('asking').length)
  const counts = { wrong, attention: count('attention'), unknown, good, done, total }
  const found = [...partsWith('wrong'), ...partsWith('attention')]
  const worst = partsWith('wrong').length > 0 ? 'failure' : good === total ? 'success' : 'warning'
  return (
    <Notice kind={done === total ? worst : 'information'} id={outcomeId} tabIndex={-1}>
      <p role="status">{done === total ? translate('check:finished', counts) : started}</p>
      {done !== total && <p>{translate('check:progress', counts)}</p>}
      {found.length > 0 && (
        <ul className="check-found">
          {found.map(({ text, ...part }) => (
            <li key={part.name}>
              <VerdictChip {...part} /> <a href={`#${lineId(part.name)}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
