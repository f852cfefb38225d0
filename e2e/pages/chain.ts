import type { Locator } from '@playwright/test'
import { addLocation, addShops, answerSettings } from '../../test/shops.ts'
import type { SandboxControl } from '../../test/sandbox.ts'
import { OnPage } from './page.ts'

/** The administration whose location is set up. */
const administration = 1006

/** Other locations of it: two that can be set up likewise, one that books elsewhere, one not coupled. */
export async function prepareChain(sandbox: SandboxControl) {
  const names = ['Slijterij Oost', 'Slijterij West', 'Wijnwinkel']
  const [east = 0, west = 0, elsewhere = 0] = await addShops(sandbox, administration, names)
  await addLocation(sandbox, { administration, name: 'Kraam' })
  await answerSettings(sandbox, elsewhere, { snelstart_administratie_identifier: 'anders' })
  return { east, west, elsewhere }
}

/** What /check of a location that is set up offers for the other locations. */
export class ChainPanel extends OnPage {
  readonly region = this.page.getByRole('region', { name: 'Ook instellen voor' })

  /** Ticks these. */
  async tick(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.row(name).getByRole('checkbox').check()
  }

  row(name: string): Locator {
    return this.region.locator('.chain-rows > li').filter({ hasText: name })
  }

  /** How a location stands, in a word. */
  state(name: string): Locator {
    return this.row(name).locator('.chain-name .chip')
  }

  button(name: string | RegExp): Locator {
    return this.region.getByRole('button', { name })
  }
}
