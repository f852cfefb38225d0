import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  getRowState,
  isRowDoubtful,
  isRowReady,
  isRowSent,
  isRowWrong,
  type BoardingRow,
} from './rows.ts'

/** True if the row needs a correction, retry or answer. */
function isToFix(row: BoardingRow): boolean {
  const status = row.state?.status
  if (status === 'failed' || status === 'asking') return true
  return !row.isLeftOut && isRowWrong(row)
}

const isIn = {
  linked: (row: BoardingRow) => 'link' in (getRowState(row) ?? {}),
  mend: isToFix,
  doubt: isRowDoubtful,
  ready: (row: BoardingRow) => isRowReady(row) && !isRowSent(row.state) && !isToFix(row),
  skipped: (row: BoardingRow) => row.isLeftOut && !isRowSent(row.state) && !isToFix(row),
  all: () => true,
}
type ListTab = keyof typeof isIn
export const rowFilterTabs = Object.keys(isIn) as ListTab[]

/** Creates filter tabs that keep changed rows until the tab is switched. */
export function createRowFilterTabs($rows: ReadableAtom<readonly BoardingRow[]>) {
  let opened: ListTab | null = null
  const $shown = atom<{ tab: ListTab; ids: ReadonlySet<BoardingRow['id']>; first: number }>({
    tab: 'all',
    ids: new Set(),
    first: 0,
  })

  function goTo(tab: ListTab | null): void {
    const rows = $rows.get()
    opened = tab
    const isSomeSent = rows.some(({ state }) => state && 'link' in state)
    tab ??= isSomeSent ? 'linked' : rows.some(isToFix) ? 'mend' : 'all'
    $shown.set({ tab, ids: new Set(rows.filter(isIn[tab]).map(({ id }) => id)), first: 0 })
  }

  return {
    $tabs: computed([$rows, $shown], (rows, { tab, ids, first }) => ({
      tab,
      /** Index of the first row of the open page. */
      first,
      counts: rowFilterTabs.map((each) => [each, rows.filter(isIn[each]).length] as const),
      rows: rows.filter((row) => ids.has(row.id) || isIn[tab](row)),
    })),
    goTo,
    turnTo: (first: number) => $shown.set({ ...$shown.get(), first }),
    /** Updates the tabs, and stays on the open page if possible. */
    renew: (): void => {
      const { tab, first } = $shown.get()
      goTo(opened)
      const now = $shown.get()
      if (now.tab === tab && first < now.ids.size) $shown.set({ ...now, first })
    },
  }
}
