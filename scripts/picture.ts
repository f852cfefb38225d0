import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'
import { portalEnvironment } from '../sandbox/portal-environment.ts'
import { start as startSandbox } from '../sandbox/start.ts'
import { start as startPortal } from '../server/start.ts'
import { provideChromium } from './chromium.ts'
import { PROJECT } from './program.ts'

/** The picture of the wizard in the README. */
const FILE = join(PROJECT, 'docs', 'images', 'wizard.png')
/** A seeded desktop administration that is connected and still to be set up. */
const PLACE = '/wizard?administration=1007&location=2008&step=journals'

const sandbox = await startSandbox({ port: 0, db: ':memory:', quiet: true })
const portal = await startPortal({ port: 0, environment: portalEnvironment(sandbox.url) })
const browser = await chromium.launch({
  executablePath: provideChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
  await page.goto(portal.url + PLACE)
  await page.getByRole('button', { name: 'reseller@koppelpunt.test' }).click()
  // What exists is accepted, and so shows both sides of the step.
  await page.getByRole('button', { name: '3 bestaande accepteren' }).click()
  await page.evaluate(() => {
    window.scrollTo(0, 0)
  })
  await mkdir(dirname(FILE), { recursive: true })
  await page.screenshot({ path: FILE })
  console.log(`Made ${FILE}`)
} finally {
  await browser.close()
  await portal.close()
  await sandbox.close()
}
