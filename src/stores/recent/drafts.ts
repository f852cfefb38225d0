import * as z from 'zod/mini'
import type { PlaceIds } from '../../lib/domain/place.ts'
import type { Environment } from '../../lib/environment.ts'
import { createTabMemory } from '../operations/tab-memory.ts'
import { keysOf, memoryPrefix } from '../shell/memory-prefix.ts'

/**
 * What the forms keep, as far as it tells whether anything was filled in. Home has no use for the
 * rest, nor for the size of what describes it.
 */
const boardingDraft = z.object({
  values: z.object({
    merchant_info: z.object({ full_name: z.string(), username: z.string() }),
    serial_info: z.object({
      serial: z.object({ name: z.string(), coc: z.string(), website_url: z.string() }),
      location: z.object({ name: z.string() }),
    }),
  }),
})
const wizardDraft = z.object({
  values: z.optional(z.unknown()),
  ledgers: z.array(z.unknown()),
  relationCode: z.optional(z.string()),
})

export interface Drafts {
  /** Name of the company that is half filled in, perhaps empty; null where nothing is. */
  newCustomer: () => string | null
  /** Where a wizard is half filled in. */
  places: readonly PlaceIds[]
}

/** What a user has half filled in, in this tab. */
export function readDrafts(environment: Environment, user: string): Drafts {
  const prefix = `${memoryPrefix}${user}:wizard:`

  function newCustomer(): string | null {
    const draft = createTabMemory(environment, user, 'boarding', boardingDraft).read()
    if (draft === null) return null
    const { merchant_info: merchant, serial_info: company } = draft.values
    const { name, coc, website_url: website } = company.serial
    const texts = [merchant.full_name, merchant.username, name, coc, website, company.location.name]
    return texts.some((text) => text.trim() !== '') ? name.trim() : null
  }

  function isFilledIn(name: string): boolean {
    const draft = createTabMemory(environment, user, `wizard:${name}`, wizardDraft).read()
    return (
      draft !== null &&
      (draft.values !== undefined || draft.ledgers.length > 0 || draft.relationCode !== undefined)
    )
  }

  const places = keysOf(environment.tabStorage, prefix).flatMap((key) => {
    const name = key.slice(prefix.length)
    const [administration, location, ...rest] = name.split('/')
    const isPlace = administration && location && rest.length === 0
    return isPlace && isFilledIn(name) ? [{ administration, location }] : []
  })
  return { newCustomer, places }
}
