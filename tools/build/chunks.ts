import type { Rolldown } from 'vite'

type Name = (id: string, context: Rolldown.ChunkingContext) => string | null

const PAGE_SCRIPT = '/src/layouts/Script.astro'
const HOME_LIST = '/src/layouts/home-list.ts'
const REACT = /\/node_modules\/(?:react|react-dom|scheduler|@nanostores|@astrojs\/react)\//
/** Matches a screen's entry modules and captures the screen's name. */
const SCREEN = /\/src\/(?:islands\/([a-z-]+)\/\w+Island\.tsx|stores\/([a-z]+)\/screen\.ts)$/

function importersOf(id: string, context: Rolldown.ChunkingContext): string[] {
  const importers = new Set([id])
  for (const each of importers) {
    for (const importer of context.getModuleInfo(each)?.importers ?? []) importers.add(importer)
  }
  return [...importers]
}

function screensIn(importers: readonly string[]): string[] {
  const names = importers.flatMap((each) => SCREEN.exec(each)?.slice(1) ?? [])
  return [...new Set(names.filter(Boolean))].sort()
}

const pageChunk: Name = (id, context) => {
  const importers = importersOf(id, context)
  const isOfPage = importers.some((each) => each.includes(PAGE_SCRIPT))
  const isOfHome = importers.some((each) => each.endsWith(HOME_LIST))
  return isOfPage || (isOfHome && screensIn(importers).length > 0) ? 'page' : null
}

const screensChunk: Name = (id, context) => {
  const screens = screensIn(importersOf(id, context))
  const isShared = screens.length > (screens.includes('connect') ? 1 : 2)
  return REACT.test(id) || isShared ? 'screens' : null
}

/** Names a chunk after the `count` screens that import the module. */
const chunkOfScreens =
  (count: number): Name =>
  (id, context) => {
    const screens = screensIn(importersOf(id, context))
    return screens.length === count ? screens.join('-') : null
  }

/** Higher priorities claim shared modules first, because a group includes its modules' imports. */
export const scriptChunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Script of every page, plus modules of Home, without React (30 kB brotli).
  { priority: 5, name: pageChunk },
  // Script for links in e-mails, without code of screens (1 kB).
  { priority: 4, name: 'links', test: /\/src\/islands\/ui\/customer-links\.ts$/ },
  // Script with React and the modules of several screens (66 kB).
  { priority: 3, name: screensChunk },
  // Scripts that exactly two screens share (2 to 17 kB).
  { priority: 2, name: chunkOfScreens(2) },
  // Scripts that only one screen uses (3 to 14 kB).
  { priority: 1, name: chunkOfScreens(1) },
]
