import { launch, type ElementHandle, type Page } from 'puppeteer-core'
import { ensureFirefoxInstalled } from '../../tools/programs/installed.ts'
import { driverTimeout, actOnFirstVisible, type Browser, type Tab } from './driver.ts'

/** Milliseconds between pressing and releasing the mouse button. */
const pressed = 120

/** Starts Debian's Firefox with WebDriver BiDi. */
export const launchFirefox = () =>
  launch({
    browser: 'firefox',
    executablePath: ensureFirefoxInstalled(),
    extraPrefsFirefox: { 'intl.accept_languages': 'nl-NL' },
  })

export async function openFirefox(
  firefox: Awaited<ReturnType<typeof launchFirefox>>,
): Promise<Browser> {
  const context = await firefox.createBrowserContext()
  async function tabOf(page: Page): Promise<Tab> {
    page.setDefaultTimeout(driverTimeout)
    await page.setViewport({ width: 1280, height: 800 })
    const find = (path: string) => page.$$(`::-p-xpath(${path})`)
    const withElement = (path: string, act: (element: ElementHandle) => Promise<unknown>) =>
      actOnFirstVisible(path, find, (element) => element.isVisible(), act)
    return {
      open: (address) => page.goto(address),
      address: () => Promise.resolve(page.url()),
      reload: () => page.reload(),
      back: () => page.goBack(),
      press: (path) => withElement(path, (element) => element.click({ delay: pressed })),
      type: (path, text) =>
        withElement(path, async (element) => {
          await element.click({ count: 3 })
          await element.type(text)
        }),
      attach: async (path, file) => {
        const [input] = (await find(path)) as ElementHandle<HTMLInputElement>[]
        await input?.uploadFile(file)
      },
      waitFor: (path) => withElement(path, () => Promise.resolve()),
      run: (script) => page.evaluate(`(() => { ${script} })()`),
      another: async () => tabOf(await context.newPage()),
    }
  }
  return {
    tab: await tabOf(await context.newPage()),
    close: () => context.close(),
  }
}
