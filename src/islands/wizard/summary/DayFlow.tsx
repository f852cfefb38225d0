import type { Day } from '../../../stores/wizard/example-day.ts'
import { elementsOf } from '../../ui/Icon.tsx'
import { kindIcons } from '../../ui/kinds.ts'
import { dayWords, joined } from './shown.ts'

/** In units of the drawing, which is about as wide as it is shown. */
const [width, indent, height, gap] = [300, 22, 48, 8]
/** Letters that a line has room for: the first, and the bold one below it. */
const [room, boldRoom] = [39, 31]
const shortened = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

/** A picture of the day, from the register down to each ledger. The table beside it says the same. */
export function DayFlow({ rows }: Pick<Day, 'rows'>) {
  const ledgers = rows.filter(
    (row, at) => rows.findIndex(({ ledger }) => ledger === row.ledger) === at,
  )
  return (
    <svg
      className="day-flow"
      viewBox={`0 0 ${width} ${ledgers.length * (height + gap)}`}
      aria-hidden="true"
    >
      {ledgers.map((row, index) => {
        const { landing, doubt, kind, amount } = dayWords(row)
        const same = rows.filter(({ ledger }) => ledger === row.ledger)
        const name = same.map((each) => dayWords(each).name).join(' + ')
        const left = index === 0 ? 1 : indent
        return (
          <g key={row.ledger} transform={`translate(0 ${index * (height + gap) + 1})`}>
            {index > 0 && <path d={`M11 ${height - index * (height + gap)}V${height / 2}h11`} />}
            <rect
              x={left}
              width={width - left - 1}
              height={height}
              rx="7"
              strokeDasharray={doubt ? '6 4' : undefined}
            />
            {doubt && (
              <g transform={`translate(${left + 8} 25) scale(.65)`}>
                {elementsOf(kindIcons[kind])}
              </g>
            )}
            <text x={left + 10} y="19">
              {shortened(name, room - amount.length)}
            </text>
            <text x={width - 11} y="19" className="day-total">
              {amount}
            </text>
            <text x={left + (doubt ? 28 : 10)} y="38" className="day-ledger">
              {shortened(joined(': ', doubt, landing), doubt ? boldRoom - 3 : boldRoom)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
