import { figureOf, type Results } from './results.ts'

/** A figure in the results: `group/page/state` and its name. */
interface Place {
  group: string
  page: string
  state: string
  figure: string
}

/** What has to be at most `most`: a figure, or its ratio to another of the same bench. */
interface Goal {
  text: string
  of: Place
  to?: Place
  most: number
}

/** Groups of the tables, whose figures goals are about. */
export const groups = {
  rounds: 'round trips, cross-origin API',
  slow: 'slow 4G, cross-origin API',
  yardsticks: 'slow 4G, yardsticks',
  lists: 'lists of 10,000',
}

const at = (group: string, page: string, state: string, figure: string): Place => ({
  group,
  page,
  state,
  figure,
})

const roundTrips = (page: string, cold: number, warm?: number): Goal[] =>
  Object.entries({ cold, ...(warm !== undefined && { warm }) }).map(([state, most]) => ({
    text: `round trips until usable: ${page}, ${state}`,
    of: at(groups.rounds, page, state, 'rounds'),
    most,
  }))

const against = (page: string, state: string, most: number): Goal => ({
  text: `/connect usable, ${state}, to ${page}`,
  of: at(groups.slow, '/connect', state, 'usable'),
  to: at(groups.yardsticks, page, state, 'usable'),
  most,
})

/** Bytes of brotli, as fetched: in all, or until the page can be used. */
const scripts = (page: string, most: number, isInAll = true): Goal => ({
  text: `JavaScript${isInAll ? '' : ' until usable'}: ${page}`,
  of: at(groups.rounds, page, 'cold', isInAll ? 'jsInAll' : 'js'),
  most,
})

const everyPage = ['signed out', '/', '/connect', '/boarding', '/wizard', '/polaris']
const everyState = everyPage.flatMap((page) => [[page, 'cold'] as const, [page, 'warm'] as const])

const steady = (figure: string, what: string, most: number): Goal[] =>
  everyState.map(([page, state]) => ({
    text: `${what}: ${page}, ${state}`,
    of: at(groups.slow, page, state, figure),
    most,
  }))

const longLists = ['administrations', 'products'].flatMap((list): Goal[] =>
  ['open', 'key'].flatMap((figure) => [
    { text: `${list}, ${figure}`, of: at(groups.lists, list, 'open', figure), most: 50 },
    {
      text: `${list}, ${figure}, to vue-multiselect`,
      of: at(groups.lists, list, 'open', figure),
      to: at(groups.lists, 'vue-multiselect', 'open', figure),
      most: 0.2,
    },
  ]),
)

/** What the portal wants to be. */
const goals: readonly Goal[] = [
  ...roundTrips('/', 3, 2),
  ...roundTrips('/connect', 3, 2),
  ...roundTrips('/boarding', 3, 2),
  ...roundTrips('/wizard', 4, 3),
  ...roundTrips('return', 3),
  against('floor', 'cold', 1.4),
  against('floor', 'warm', 1.7),
  against('incumbent', 'cold', 0.5),
  against('incumbent', 'warm', 0.5),
  against('Keycloak’s account console', 'cold', 0.07),
  against('Keycloak’s account console', 'warm', 0.08),
  scripts('signed out', 18_000),
  scripts('/', 26_000),
  scripts('/connect', 105_000),
  scripts('/boarding', 113_000),
  scripts('/wizard', 122_000, false),
  scripts('/wizard', 142_000),
  ...everyPage.map((page) => ({
    text: `CSS until usable: ${page}`,
    of: at(groups.rounds, page, 'cold', 'css'),
    most: 8000,
  })),
  ...steady('layoutShift', 'layout shift', 0),
  ...steady('taskBefore', 'longest task until usable', 120),
  ...steady('taskAfter', 'longest task afterwards', 50),
  ...longLists,
]

const shown = (value: number) => String(Number(value.toPrecision(3)))

/** A line for each goal whose figures were measured: whether it is reached, and by how much. */
export function judge(results: Pick<Results, 'measurements'>): string[] {
  return goals.flatMap(({ text, of, to, most }) => {
    const figure = figureOf(results, of, of.figure)?.median
    const other = to && figureOf(results, to, to.figure)?.median
    if (figure === undefined || (to && other === undefined)) return []
    const value = other === undefined ? figure : figure / other
    return `${value <= most ? '✓' : '✗'} ${text}: ${shown(value)}, at most ${most}`
  })
}
