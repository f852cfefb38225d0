import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installPackage, onPath } from './installed.ts'

/** Chromium without windows: the browser tests take a third less time with it. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of a Chromium on this machine: Playwright's own, else a system one; undefined: there is none. */
export function findChromium(): string | undefined {
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  return NAMES.map(onPath).find((path) => path !== undefined)
}

/**
 * `findChromium`, and where there is none but a full one and this is root on Debian or Ubuntu, as in
 * a container, installs the distribution's headless shell. Throws one line that says what to install.
 */
export function provideChromium(): string {
  const found = findChromium()
  const isFull = found === undefined || NAMES.slice(1).some((name) => onPath(name) === found)
  if (isFull) installPackage(SHELL)
  const installed = findChromium()
  if (installed !== undefined) return installed
  throw new Error(
    'The browser tests need Chromium: install "chromium-headless-shell", "chromium" or "google-chrome" with your package manager, or run: npx playwright install chromium',
  )
}
