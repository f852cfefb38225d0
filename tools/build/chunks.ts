import type { Rolldown } from 'vite'

type Name = (id: string, context: Rolldown.ChunkingContext) => string | null

const PAGE_SCRIPT = '/src/layouts/Script.astro'
const HOME_LIST = '/src/layouts/home-list.ts'
const REACT = /\/node_modules\/(?:react|react-dom|scheduler|@nanostores|@astrojs\/react)\//
/** Matches the island and the store that a screen begins with, and captures the screen's name. */
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

/** Names the chunk of a module after the screens that import the module, if their number is `count`. */
const chunkOfScreens =
  (count: number): Name =>
  (id, context) => {
    const screens = screensIn(importersOf(id, context))
    return screens.length === count ? screens.join('-') : null
  }

/**
 * Groups modules so that a screen has 6 to 9 scripts; without groups it has 20 to 35. A group includes what its
 * modules import, so groups that others build on come first. Sizes are brotli.
 */
export const groups: Rolldown.CodeSplittingGroup[] = [
  // The script of every page, and what Home shares with screens: Home must not load React. 30 kB.
  { priority: 5, name: pageChunk },
  // Links for approval by e-mail: Home loads them when a link is selected, without a screen's code. 1 kB.
  { priority: 4, name: 'links', test: /\/src\/islands\/ui\/customer-links\.ts$/ },
  // React, and modules of three screens, or of two with /connect, the page most visited. 66 kB.
  { priority: 3, name: screensChunk },
  // Modules of two screens: the form library with the steps is 17 kB, the others 2 to 5 kB.
  { priority: 2, name: chunkOfScreens(2) },
  // Modules of one screen, its store and island: 3 to 14 kB.
  { priority: 1, name: chunkOfScreens(1) },
]
