import { computed } from 'nanostores'
import { listAdministrations, type Administration } from '../../lib/api/serials.ts'
import { administrationLabel } from '../../lib/domain/place.ts'
import { apartIn, searchOf } from '../../lib/domain/options.ts'
import type { Person } from '../../lib/identity/user.ts'
import { createList, itemsOf } from '../form/list.ts'
import { readsOf } from '../gateway/reads.ts'
import type { Portal } from '../shell/portal.ts'
import { createRows } from './rows.ts'

export type Home = ReturnType<typeof createHome>

/** Home (contract §4): a merchant's shop, or a reseller's customers, each with what is to be done next. */
export function createHome(portal: Portal, person: Pick<Person, 'id' | 'version'>) {
  const rows = createRows(portal, person, (administration) => $labelOf.get()(administration))
  const { call } = readsOf(portal, person.id)
  const administrations = createList(portal.environment, 'administrations', (signal, leftOut) =>
    call(listAdministrations, {}, { signal, leftOut }),
  )
  /** Nobody's role is known (§6): who has one administration is shown a shop, and who has several customers. */
  const $view = computed(administrations.$list, (list) => {
    if (list.status === 'failed') return list
    if (list.status !== 'loaded') return { status: 'loading' } as const
    const [administration, ...others] = list.items
    if (!administration) return { status: 'none' } as const
    if (others.length === 0 && !list.leftOut) return { status: 'merchant', administration } as const
    return { ...list, status: 'reseller', total: list.items.length } as const
  })
  const $labelOf = computed(administrations.$list, (list) =>
    apartIn(itemsOf(list), administrationLabel),
  )
  /** Made when it is read: preparing a search of thousands takes long. */
  const $search = computed(administrations.$list, (list) =>
    searchOf(itemsOf(list), (each) => `${administrationLabel(each)} ${each.id}`),
  )

  return {
    ...rows,
    /** Rows above the list, as far as it is there. */
    drafts: () => rows.drafts(administrations.$list.get()),
    $view,
    /** Loads the administrations. */
    start: async (): Promise<void> => {
      await rows.renew()
      await administrations.load()
    },
    /** Loads the administrations once more. */
    retry: administrations.reload,
    /** The administrations that a search finds, in the order of what they need. */
    find: (query: string): readonly Administration[] => {
      const all = itemsOf(administrations.$list.get())
      return rows.inOrder(query === '' ? all : $search.get()(query, Infinity).shown)
    },
  }
}
