import * as z from 'zod/mini'
import type { Environment } from '../../lib/environment.ts'
import { createTabMemory } from '../gateway/tab-memory.ts'
import { isCustomerFilledIn, isWizardFilledIn } from '../form/filled-in.ts'
import { keysOf, memoryPrefix } from '../session/user-memory.ts'

/**
 * The fields of drafts that show whether anything was filled in. Home does without the forms' full
 * schemas, which are large.
 */
const boardingDraft = z.object({
  values: z.object({
    merchant_info: z.object({ full_name: z.string(), username: z.string() }),
    serial_info: z.object({
      serial: z.object({
        name: z.string(),
        coc: z.string(),
        website_url: z.string(),
        country_code: z.string(),
      }),
      location: z.object({ name: z.string() }),
    }),
  }),
})
const wizardDraft = z.object({
  values: z.optional(z.unknown()),
  ledgers: z.array(z.unknown()),
  relationCode: z.optional(z.string()),
})

/** The drafts of a user in this tab. */
export function readDrafts(environment: Environment, user: string) {
  const prefix = `${memoryPrefix}${user}:wizard:`

  /** Name of the company in the draft of a new customer, perhaps empty; null where nothing was filled in. */
  function newCustomer(): string | null {
    const draft = createTabMemory(environment, user, 'boarding', boardingDraft).read()
    if (draft === null || !isCustomerFilledIn(draft.values)) return null
    return draft.values.serial_info.serial.name.trim()
  }

  function isFilledIn(name: string): boolean {
    const draft = createTabMemory(environment, user, `wizard:${name}`, wizardDraft).read()
    return draft !== null && isWizardFilledIn(draft)
  }

  /** Places whose wizard has a draft. */
  const places = keysOf(environment.tabStorage, prefix).flatMap((key) => {
    const name = key.slice(prefix.length)
    const [administration, location, ...rest] = name.split('/')
    const isPlace = administration && location && rest.length === 0
    return isPlace && isFilledIn(name) ? [{ administration, location }] : []
  })
  return { newCustomer, places }
}
