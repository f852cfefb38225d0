import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { provideChromium } from '../programs/chromium.ts'
import { PROJECT } from '../programs/program.ts'

/** The favicon in pixels: for tabs, for the home screen of a phone, and for the manifest. */
const SIZES = [32, 180, 192, 512]
const FOLDER = join(PROJECT, 'public')

const drawing = await readFile(join(FOLDER, 'favicon.svg'), 'utf8')
const browser = await chromium.launch({ executablePath: provideChromium(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  for (const size of SIZES) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`)
    await page.screenshot({ path: join(FOLDER, `icon-${size}.png`), omitBackground: true })
  }
} finally {
  await browser.close()
}
