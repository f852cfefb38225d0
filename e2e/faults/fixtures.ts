import { test as base } from '../fixtures.ts'
import type { Cell } from './cells.ts'
import { play } from './play.ts'
import { Scene, type Header } from './row.ts'

interface Portals {
  portals: Readonly<Record<Header, string>>
}

export const test = base.extend<object, Portals>({
  // Which calls fail is what a cell is about; what the page itself says stays clean.
  expectedErrors:
    /^Failed to load resource|unable to (?:send feature metrics|fetch feature toggles)/,
  contextOptions: { reducedMotion: 'reduce' },
  locale: 'nl-NL',
  portals: [
    async ({ services }, use) => {
      const without = await services.portalWith({ PORTAL_IDEMPOTENCY_HEADER: '' })
      await use({ 'with the header': services.portal, 'without the header': without })
    },
    { scope: 'worker' },
  ],
})

/** A test of each cell, by its name. */
export function testCells(cells: readonly Cell[]): void {
  for (const cell of cells) {
    test(cell.name, async ({ page, services, portals }, info) => {
      await play(cell, new Scene(page, portals[cell.header], services.sandbox), info)
    })
  }
}
