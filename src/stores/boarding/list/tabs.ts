import { atom, computed, type ReadableAtom } from 'nanostores'
import { isReady, isSent, type Row } from './rows.ts'

/** Whether a row waits for the user: it cannot be made as it is, it failed, or it asks. */
function isToMend(row: Row): boolean {
  const status = row.state?.status
  if (status === 'failed' || status === 'asking') return true
  return row.isLeftOut ? status === 'skipped' : !isReady(row)
}

/** What the table of a list is divided into (§2), what waits for the user first. */
const isIn = {
  mend: isToMend,
  ready: (row: Row) => isReady(row) && !isSent(row.state) && !isToMend(row),
  skipped: (row: Row) => row.isLeftOut && !isSent(row.state) && !isToMend(row),
  all: () => true,
}
export type Tab = keyof typeof isIn
export const tabs = Object.keys(isIn) as Tab[]

/** Shows the rows of a tab, those that came to it and those that left it since it was gone to. */
export function createTabs($rows: ReadableAtom<readonly Row[]>) {
  /** What somebody went to; null: where there is something to mend it is that, else all. */
  let asked: Tab | null = null
  const $shown = atom<{ tab: Tab; ids: ReadonlySet<Row['id']> }>({ tab: 'all', ids: new Set() })

  function goTo(tab: Tab | null): void {
    const rows = $rows.get()
    asked = tab
    tab ??= rows.some(isToMend) ? 'mend' : 'all'
    $shown.set({ tab, ids: new Set(rows.filter(isIn[tab]).map(({ id }) => id)) })
  }

  return {
    $tabs: computed([$rows, $shown], (rows, { tab, ids }) => ({
      tab,
      counts: tabs.map((each) => [each, rows.filter(isIn[each]).length] as const),
      rows: rows.filter((row) => ids.has(row.id) || isIn[tab](row)),
    })),
    /** Goes to a tab, or for null to the one that a list begins with. */
    goTo,
    /** Shows only what belongs to the tab by now: more is known than when it was gone to. */
    renew: () => goTo(asked),
  }
}
