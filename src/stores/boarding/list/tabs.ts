import { atom, computed, type ReadableAtom } from 'nanostores'
import { isReady, isSent, type BoardingRow } from './rows.ts'

/** True if the user has to correct a row, retry it or answer its question. */
function isToFix(row: BoardingRow): boolean {
  const status = row.state?.status
  if (status === 'failed' || status === 'asking') return true
  return row.isLeftOut ? status === 'skipped' : !isReady(row)
}

const isIn = {
  mend: isToFix,
  ready: (row: BoardingRow) => isReady(row) && !isSent(row.state) && !isToFix(row),
  skipped: (row: BoardingRow) => row.isLeftOut && !isSent(row.state) && !isToFix(row),
  all: () => true,
}
type ListTab = keyof typeof isIn
export const tabs = Object.keys(isIn) as ListTab[]

/** Creates the tabs of the table. A changed row stays in the open tab until the user switches tabs. */
export function createTabs($rows: ReadableAtom<readonly BoardingRow[]>) {
  let opened: ListTab | null = null
  const $shown = atom<{ tab: ListTab; ids: ReadonlySet<BoardingRow['id']> }>({
    tab: 'all',
    ids: new Set(),
  })

  function goTo(tab: ListTab | null): void {
    const rows = $rows.get()
    opened = tab
    tab ??= rows.some(isToFix) ? 'mend' : 'all'
    $shown.set({ tab, ids: new Set(rows.filter(isIn[tab]).map(({ id }) => id)) })
  }

  return {
    $tabs: computed([$rows, $shown], (rows, { tab, ids }) => ({
      tab,
      counts: tabs.map((each) => [each, rows.filter(isIn[each]).length] as const),
      rows: rows.filter((row) => ids.has(row.id) || isIn[tab](row)),
    })),
    goTo,
    renew: () => goTo(opened),
  }
}
