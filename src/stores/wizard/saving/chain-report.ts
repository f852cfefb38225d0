import { isSettable, type Row } from './chain.ts'
import { settingsIn, type Report } from './report.ts'

/**
 * A report with what became of the other locations. Where nothing had to be changed any more, what the
 * report already has of one stays on record.
 */
export function withOthers(report: Report, rows: readonly Row[]): Report {
  const others = rows.flatMap((row): NonNullable<Report['others']> => {
    const { location } = row.place
    const about = { location: location.name, locationId: String(location.id) }
    if (!isSettable(row)) {
      const { status } = row
      const isSaid = status !== 'unasked' && status !== 'asking'
      return isSaid ? [{ ...about, outcome: status, settings: [] }] : []
    }
    const { status, summary } = row
    const isSaved = status === 'done'
    const settings = isSaved ? settingsIn(summary).filter(({ now }) => now?.isChanged) : []
    const earlier = report.others?.find(
      ({ locationId, outcome }) => locationId === about.locationId && outcome === 'done',
    )
    if (isSaved && settings.length === 0 && earlier) return [earlier]
    const isNotDone = status === 'failed' || status === 'tried'
    const outcome = isSaved ? 'done' : isNotDone ? 'failed' : 'unchosen'
    return [{ ...about, outcome, settings }]
  })
  return { ...report, others }
}
