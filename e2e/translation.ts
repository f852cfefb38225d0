import type { BrowserContext } from '@playwright/test'

declare global {
  interface Window {
    /** Called with each outdated text that the translated page still shows. */
    tellStale: (text: string) => Promise<void>
  }
}

/**
 * Replaces a page's text nodes, like a browser's page translation.
 *
 * @param tell called with each visible text that the page has changed since
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
