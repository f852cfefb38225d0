import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { installPackage, isDebian } from './debian.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

/** Path of a Chromium on this machine: Playwright's own, else a system one; undefined: there is none. */
export function findChromium(): string | undefined {
  const own = chromium.executablePath()
  if (existsSync(own)) return own
  return NAMES.map(onPath).find((path) => path !== undefined)
}

/**
 * `findChromium`, and where there is none and this is root on Debian or Ubuntu, installs the
 * distribution's. Throws one line that says what to install.
 */
export function provideChromium(): string {
  const found = findChromium()
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && isDebian()) installPackage('chromium')
  const installed = findChromium()
  if (installed !== undefined) return installed
  throw new Error(
    'The browser tests need Chromium: install "chromium" or "google-chrome" with your package manager, or run: npx playwright install chromium',
  )
}
