import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { portalEnvironment } from '../../sandbox/portal-environment.ts'
import { listen } from '../../server/process/listen.ts'
import { start as startPortal } from '../../server/start.ts'
import { startTestSandbox } from '../../test/sandbox.ts'
import { provideChromium } from '../../tools/programs/chromium.ts'
import { PROJECT, run } from '../../tools/programs/program.ts'
import { screens } from './screens.ts'
import { Stage } from './stage.ts'

/**
 * Pictures of every screen and main state of a finished build, and of the gallery: at each width, in
 * both schemes. `npm run screenshots -w tools/test -- wizard` makes those whose names contain "wizard".
 */
const FOLDER = join(PROJECT, '.screenshots')
const WIDTHS = [360, 768, 1280]
const SCHEMES = ['light', 'dark'] as const
const HEIGHT = 800

const [part = ''] = process.argv.slice(2)
const isWanted = (name: string) => name.includes(part)

/** The first frame after a change of scheme may still show some of the old one. */
const twoFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

async function picture(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(twoFrames)
      const path = join(FOLDER, `${name}-${width}-${colorScheme}.png`)
      await page.screenshot({ path, fullPage: true })
    }
  }
  console.log(name)
}

/** The gallery is part of the development server only. */
async function startDevelopment(signal: AbortSignal): Promise<string> {
  const { port, close } = await listen(() => undefined, { port: 0, host: 'localhost', headers: {} })
  await close()
  const url = `http://localhost:${port}`
  const ended: string[] = []
  void run('astro', ['dev', '--port', String(port)], { show: 'afterwards', signal }).then(
    ({ output }) => ended.push(output),
  )
  const isThere = () =>
    fetch(`${url}/gallery`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isThere())) {
    if (ended.length > 0) throw new Error(`The development server has ended: ${ended.join()}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return url
}

if (part === '') await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const sandbox = await startTestSandbox({ quiet: true })
const portal = await startPortal({ port: 0, environment: portalEnvironment(sandbox.url) })
const development = new AbortController()
const browser = await chromium.launch({
  executablePath: provideChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
const failed: string[] = []

async function take(name: string, baseURL: string, go: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext({
    baseURL,
    locale: 'nl-NL',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: HEIGHT },
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    await go(page)
    await picture(page, name)
  } catch (error) {
    failed.push(name)
    console.error(`${name}: ${String(error)}`)
  } finally {
    await context.close()
  }
}

try {
  for (const [name, go] of Object.entries(screens)) {
    if (!isWanted(name)) continue
    await sandbox.reset()
    await take(name, portal.url, (page) => go(new Stage(page, portal.url, sandbox)))
  }
  if (isWanted('gallery')) {
    const url = await startDevelopment(development.signal)
    for (const [name, path] of [
      ['gallery', '/gallery'],
      ['gallery-english', '/en/gallery'],
    ] as const) {
      await take(name, url, async (page) => {
        await page.goto(path)
        await page.locator('[data-gallery="ready"]').waitFor()
      })
    }
  }
} finally {
  development.abort()
  await browser.close()
  await portal.close()
  await sandbox.close()
}
if (failed.length > 0) {
  console.error(`No picture of: ${failed.join(', ')}`)
  process.exitCode = 1
}
