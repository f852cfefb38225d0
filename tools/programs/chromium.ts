import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installPackage, findOnPath } from './installed.ts'

const HEADLESS_SHELL = 'chromium-headless-shell'
const NAMES = [
  HEADLESS_SHELL,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** Returns the path of Playwright's Chromium, or else of an installed one. */
export function findChromium(): string | undefined {
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  return NAMES.map(findOnPath).find((path) => path !== undefined)
}

/**
 * Returns Chromium's path, and installs the faster headless shell if possible.
 *
 * @throws a one-line error that names the packages to install
 */
export function ensureChromiumInstalled(): string {
  const found = findChromium()
  const isFull = found === undefined || NAMES.slice(1).some((name) => findOnPath(name) === found)
  if (isFull) installPackage(HEADLESS_SHELL)
  const installed = findChromium()
  if (installed !== undefined) return installed
  throw new Error(
    'The browser tests need Chromium: install "chromium-headless-shell", "chromium" or "google-chrome" with your package manager, or run: npx playwright install chromium',
  )
}
