import { expect, type Locator } from '@playwright/test'

/** More than any screen has: the element cannot be reached. */
const mostTabs = 80

/** Goes to an element with the Tab key, once it can be pressed. */
export async function reach(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  await expect(target).not.toHaveAttribute('aria-disabled', 'true')
  await tabTo(target)
}

/** Goes to an element with the Tab key. */
export async function tabTo(target: Locator): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let tabs = 0; !(await isFocused()); tabs += 1) {
    expect(tabs, `Tab leads to ${String(target)}`).toBeLessThan(mostTabs)
    await target.page().keyboard.press('Tab')
  }
}
