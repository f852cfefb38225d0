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
 * Groups of modules that share a script. A screen has 6 to 9 scripts, and without groups 20 to 35. A group
 * includes its imports, so shared modules come first. Sizes are brotli.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Script of every page, and code that Home shares with screens, so that Home loads no React. 30 kB.
  { priority: 5, name: pageChunk },
  // Code of approval links in e-mails, separate so that Home loads no screen. 1 kB.
  { priority: 4, name: 'links', test: /\/src\/islands\/ui\/customer-links\.ts$/ },
  // React, modules of three screens, and modules that /connect shares with another screen. 66 kB.
  { priority: 3, name: screensChunk },
  // Modules of two screens. The form library with its steps has 17 kB, the others 2 to 5 kB.
  { priority: 2, name: chunkOfScreens(2) },
  // Modules of a single screen. 3 to 14 kB.
  { priority: 1, name: chunkOfScreens(1) },
]
