import { Builder, By, type WebElement } from 'selenium-webdriver'
import { ensureWebkitInstalled } from '../../tools/programs/installed.ts'
import { findFreePort } from '../../tools/programs/free-port.ts'
import { startProcessGroup } from '../../tools/programs/process-group.ts'
import { retryUntilDone, actOnFirstVisible, type Browser, type Tab } from './driver.ts'

/** Starts WebKitGTK's MiniBrowser with WebDriver on a virtual display. */
export async function startWebkit(): Promise<Browser> {
  const port = await findFreePort()
  const { driver: program, screen } = ensureWebkitInstalled()
  const group = startProcessGroup(
    screen,
    ['-a', '-s', '-screen 0 1400x900x24', program, `--port=${port}`],
    {
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  )
  const driver = await retryUntilDone(() =>
    new Builder().usingServer(`http://127.0.0.1:${port}`).forBrowser('MiniBrowser').build(),
  )
  const find = (path: string) => driver.findElements(By.xpath(path))
  const withElement = (path: string, act: (element: WebElement) => Promise<unknown>) =>
    actOnFirstVisible(path, find, (element) => element.isDisplayed(), act)

  /** Returns a browser tab, which is activated before each action. */
  function tabOf(handle: string): Tab {
    const inFront =
      <Given extends unknown[], Result>(act: (...args: Given) => Promise<Result>) =>
      async (...args: Given) => {
        await driver.switchTo().window(handle)
        return act(...args)
      }
    return {
      open: inFront((address: string) => driver.get(address)),
      address: inFront(() => driver.getCurrentUrl()),
      reload: inFront(() => driver.navigate().refresh()),
      back: inFront(() => driver.navigate().back()),
      press: inFront((path: string) => withElement(path, (element) => element.click())),
      type: inFront((path: string, text: string) =>
        withElement(path, async (element) => {
          await element.clear()
          await element.sendKeys(text)
        }),
      ),
      attach: inFront(async (path: string, file: string) => {
        const [input] = await find(path)
        await input?.sendKeys(file)
      }),
      waitFor: inFront((path: string) => withElement(path, () => Promise.resolve())),
      run: inFront((script: string) => driver.executeScript(script)),
      another: inFront(async () => {
        await driver.switchTo().newWindow('tab')
        return tabOf(await driver.getWindowHandle())
      }),
    }
  }
  return {
    tab: tabOf(await driver.getWindowHandle()),
    close: async () => {
      await driver.quit()
      await group.stop()
    },
  }
}
