import type { Locator } from '@playwright/test'
import { addLocation, addCoupledLocations, fakeSettingsResponse } from '../../test/shops.ts'
import type { SandboxControl } from '../../test/sandbox.ts'
import { PageObject } from './page.ts'

/** Id of an administration with one location that is set up. */
const administration = 1006

/** Adds three coupled locations and an uncoupled location. */
export async function addOtherLocations(sandbox: SandboxControl) {
  const names = ['Slijterij Oost', 'Slijterij West', 'Wijnwinkel']
  const [east = 0, west = 0, elsewhere = 0] = await addCoupledLocations(
    sandbox,
    administration,
    names,
  )
  await addLocation(sandbox, { administration, name: 'Kraam' })
  await fakeSettingsResponse(sandbox, elsewhere, { snelstart_administratie_identifier: 'anders' })
  return { east, west, elsewhere }
}

/** Panel of /check for an administration's other locations. */
export class OtherLocationsPanel extends PageObject {
  readonly region = this.page.getByRole('region', { name: 'Ook instellen voor' })

  async tick(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.row(name).getByRole('checkbox').check()
  }

  row(name: string): Locator {
    return this.region.locator('.chain-rows > li').filter({ hasText: name })
  }

  button(name: string | RegExp): Locator {
    return this.region.getByRole('button', { name })
  }
}
