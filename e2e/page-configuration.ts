import type { Page } from '@playwright/test'

/**
 * Has the portal's pages come with another configuration than their server filled in.
 *
 * @param change runs in the page: it gets the configuration as JSON, and gives what stands there instead
 */
export async function changeConfiguration<Given>(
  page: Page,
  change: (text: string, given: Given) => string,
  given: Given,
): Promise<void> {
  await page.addInitScript(
    `new MutationObserver((_, observer) => {
      const block = document.getElementById('configuration')
      if (!block?.textContent) return
      observer.disconnect()
      // Another element takes its place: nothing may change a script, whatever it holds.
      const other = document.createElement('data')
      other.textContent = (${String(change)})(block.textContent, ${JSON.stringify(given)})
      block.removeAttribute('id')
      block.before(other)
      other.id = 'configuration'
    }).observe(document, { childList: true, subtree: true })`,
  )
}
