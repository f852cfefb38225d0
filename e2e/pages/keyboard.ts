import { expect, type Locator } from '@playwright/test'

/** Maximum number of Tab presses to reach an element. */
const mostTabs = 80

/** Moves the focus to an element with the Tab key. */
export async function focusEnabledElement(target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  await expect(target).not.toHaveAttribute('aria-disabled', 'true')
  await focusWithTab(target)
}

export async function focusWithTab(target: Locator): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let tabs = 0; !(await isFocused()); tabs += 1) {
    expect(tabs, `Tab leads to ${String(target)}`).toBeLessThan(mostTabs)
    await target.page().keyboard.press('Tab')
  }
}
