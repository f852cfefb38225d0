import { translate } from '../../../lib/i18n/page.ts'
import type { Day, DayRow } from '../../../stores/wizard/example-day.ts'
import { amountText, doubtText, landingText, shownText, totalText } from './shown.ts'

/** A line of a box: what stands at its left, and at its right. */
type Line = readonly [left: string, right?: string]

interface Box {
  title: string
  lines: readonly Line[]
  /** What speaks against it; '' where nothing does. */
  doubt: string
}

/** In units of the drawing, which is as wide as a phone. */
const [width, indent, lineHeight, padding, gap] = [300, 26, 19, 9, 10]
/** Letters that a line has room for. */
const room = 31
const shortened = (text: string) => (text.length > room ? `${text.slice(0, room - 1)}…` : text)

const heightOf = ({ lines, doubt }: Box) =>
  (1 + lines.length + (doubt ? 1 : 0)) * lineHeight + 2 * padding

/** All that lands on one ledger; ledgers that are missing are not the same. */
function ledgerBox(same: readonly DayRow[], [row]: readonly [DayRow]): Box {
  const amounts = same.map(({ label, cents }): Line => [
    translate(label),
    cents === null ? '' : amountText(cents),
  ])
  const total = totalText(row)
  const lines = total ? [...amounts, ['', total] as const] : amounts
  return {
    title: landingText(row) || translate('wizard:reportLedger'),
    lines,
    doubt: doubtText(row),
  }
}

/** A picture of the day, from the register down to the ledgers. The table below says the same. */
export function DayFlow({ rows, orders }: Day) {
  const keyOf = ({ number, purpose }: DayRow) => number ?? purpose
  const [register, ...amounts] = rows
  const perLedger = [...new Set(amounts.map(keyOf))].map((key) =>
    amounts.filter((row) => keyOf(row) === key),
  )
  const sales: Box[] = orders
    ? [
        {
          title: translate('wizard:dayOrdersShort'),
          lines: [[shownText(orders.register)], [shownText(orders.account)]],
          doubt: '',
        },
      ]
    : []
  const boxes = [
    ...(register ? [ledgerBox([register], [register])] : []),
    ...sales,
    ...perLedger.flatMap((same) => (same[0] ? [ledgerBox(same, [same[0]])] : [])),
  ]
  const topOf = (index: number) =>
    boxes.slice(0, index).reduce((top, box) => top + heightOf(box) + gap, 1)
  return (
    <svg
      className="day-flow"
      style={{ maxWidth: '24rem' }}
      viewBox={`0 0 ${width} ${topOf(boxes.length)}`}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      fontSize="13"
    >
      {boxes.map((box, index) => {
        const [top, left, right] = [topOf(index), index === 0 ? 1 : indent, width - 1]
        const text = left + 10
        return (
          <g key={`${index} ${box.title}`}>
            {index > 0 && (
              <path d={`M12 ${topOf(1) - gap}V${top + 18}H${indent - 1}m-6-5 6 5-6 5`} />
            )}
            <rect
              x={left}
              y={top}
              width={right - left}
              height={heightOf(box)}
              rx="7"
              strokeDasharray={box.doubt ? '6 4' : undefined}
            />
            {[[box.title] as Line, ...box.lines].map(([start, end = ''], line) => (
              <g
                key={start}
                fill="currentColor"
                stroke="none"
                fontWeight={line === 0 ? 600 : undefined}
                transform={`translate(0 ${top + padding + 14 + line * lineHeight})`}
              >
                <text x={text}>{shortened(start)}</text>
                <text x={right - 10} textAnchor="end">
                  {end}
                </text>
              </g>
            ))}
            {box.doubt && (
              <g transform={`translate(${text} ${top + heightOf(box) - padding - 5})`}>
                <path d="M0 1 7-12 14 1zM7-7v4m0 2v.01" />
                <text x="19" fill="currentColor" stroke="none">
                  {shortened(box.doubt)}
                </text>
              </g>
            )}
          </g>
        )
      })}
    </svg>
  )
}
