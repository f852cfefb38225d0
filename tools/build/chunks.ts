import type { Rolldown } from 'vite'

type Name = (id: string, context: Rolldown.ChunkingContext) => string | null

const PAGE_SCRIPT = '/src/layouts/Script.astro'
const HOME_LIST = '/src/layouts/home-list.ts'
const REACT = /\/node_modules\/(?:react|react-dom|scheduler|@nanostores|@astrojs\/react)\//
/** Matches the entry modules of a screen (island and store), and captures the screen's name. */
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

/** Names a chunk after its screens, if exactly `count` screens import the module. */
const chunkOfScreens =
  (count: number): Name =>
  (id, context) => {
    const screens = screensIn(importersOf(id, context))
    return screens.length === count ? screens.join('-') : null
  }

/**
 * Modules that share one script, so that a screen loads 6 to 9 scripts instead of 20 to 35. Shared
 * modules come first, because a group includes its imports. Sizes are brotli.
 */
export const scriptChunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Script of every page (30 kB), including Home, which therefore loads no React.
  { priority: 5, name: pageChunk },
  // Script for links in e-mails (1 kB), separate so that Home loads no code of screens.
  { priority: 4, name: 'links', test: /\/src\/islands\/ui\/customer-links\.ts$/ },
  // Script with React, modules of three screens, and modules that /connect shares (66 kB).
  { priority: 3, name: screensChunk },
  // Scripts that two screens share. The form library with the steps has 17 kB, the others 2 to 5 kB.
  { priority: 2, name: chunkOfScreens(2) },
  // Scripts with the modules that only one screen uses (3 to 14 kB).
  { priority: 1, name: chunkOfScreens(1) },
]
