import type { BrowserContext } from '@playwright/test'

declare global {
  interface Window {
    /** Where a page tells what its translation shows although the page says something else by now. */
    tellStale: (text: string) => Promise<void>
  }
}

/**
 * Does to every page that is opened what a browser's translation does: each text is taken out, and an
 * element with a text of its own stands in its place, and the page says another language of itself. Whoever changes the text that was taken out
 * changes nothing that anybody sees, and whoever removes it fails. Here the new text says the same, so
 * that a page is used and judged as without.
 *
 * @param tell called with each text that stays in sight although the page has changed it
 */
export async function translatePages(
  context: BrowserContext,
  tell: (text: string) => void,
): Promise<void> {
  await context.exposeFunction('tellStale', tell)
  await context.addInitScript(() => {
    const untouched = 'script, style, title, template, textarea, svg, font, [translate="no"]'

    function replace(text: Text): void {
      if (text.data.trim() === '' || text.parentElement?.closest(untouched) !== null) return
      const shown = document.createElement('font' as string)
      shown.textContent = text.data
      text.replaceWith(shown)
      new MutationObserver(() => {
        if (shown.isConnected) void window.tellStale(`"${shown.textContent}" for "${text.data}"`)
      }).observe(text, { characterData: true })
    }

    function translate(root: Node): void {
      const texts = document.createNodeIterator(root, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      for (let text = texts.nextNode(); text; text = texts.nextNode()) found.push(text as Text)
      found.forEach(replace)
    }

    document.addEventListener('DOMContentLoaded', () => {
      const root = document.documentElement
      root.lang = root.lang === 'nl' ? 'en' : 'nl'
    })
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        for (const node of addedNodes) if (node.isConnected) translate(node)
        if (target instanceof Text && target.isConnected) replace(target)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}
