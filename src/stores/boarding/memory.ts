import * as z from 'zod/mini'
import { id, type Id } from '../../lib/api/endpoint.ts'
import { subscription } from '../../lib/api/registrations.ts'
import type { BoardingValues } from '../../lib/domain/boarding.ts'
import type { Environment } from '../../lib/environment.ts'
import { forgetOperation, lastBody } from '../operations/operations.ts'
import { createTabMemory, type TabMemory } from '../operations/tab-memory.ts'

/** The writes of the boarding, in their order (§4). */
export const boardingWrites = ['merchant', 'registration', 'location', 'key', 'access'] as const
export type BoardingWrite = (typeof boardingWrites)[number]

/** Name under which a write of the boarding is remembered. */
export function boardingOperation(write: BoardingWrite): string {
  return `boarding:${write}`
}

const values = z.object({
  merchant_info: z.object({ full_name: z.string(), username: z.string() }),
  serial_info: z.object({
    serial: z.object({
      name: z.string(),
      coc: z.string(),
      country_code: z.string(),
      website_url: z.string(),
    }),
    location: z.object({ name: z.string() }),
  }),
  subscription: z.object({ selected: z.nullable(subscription) }),
})

const draft = z.object({ values, visited: z.array(z.string()) })

/** What was filled in on the boarding screen, and the steps that were visited. */
export interface BoardingDraft {
  values: BoardingValues
  visited: string[]
}

export function boardingDraft(environment: Environment, user: string): TabMemory<BoardingDraft> {
  return createTabMemory(environment, user, 'boarding', draft)
}

const account = z.object({ userId: z.nullable(id), isKnown: z.boolean() })

/** Whom the customer is registered for, and whether the identity provider knew that account. */
export interface Account {
  userId: Id | null
  isKnown: boolean
}

export function boardingAccount(environment: Environment, user: string): TabMemory<Account> {
  return createTabMemory(environment, user, 'boarding-account', account)
}

/** Forgets a write and those that follow from it; what came before, and what was filled in, stays. */
export function forgetBoardingFrom(
  environment: Environment,
  user: string,
  first: BoardingWrite,
): void {
  for (const write of boardingWrites.slice(boardingWrites.indexOf(first))) {
    forgetOperation(environment, user, boardingOperation(write))
  }
  if (first === 'merchant' || first === 'registration') boardingAccount(environment, user).clear()
}

/** Whether the boarding of this tab made this location. */
export function hasBoarded(environment: Environment, user: string, location: Id): boolean {
  const body = lastBody(environment, user, boardingOperation('key')) ?? '{}'
  const { location_id: made } = JSON.parse(body) as { location_id?: Id }
  return String(made) === String(location)
}

/** Forgets the boarding that made this location, once its coupling is confirmed. */
export function forgetBoarding(environment: Environment, user: string, location: Id): void {
  if (!hasBoarded(environment, user, location)) return
  const registered = lastBody(environment, user, boardingOperation('registration')) ?? '{}'
  const { name } = JSON.parse(registered) as { name?: string }
  forgetBoardingFrom(environment, user, 'merchant')
  // Somebody may be filling in the next customer already.
  const memory = boardingDraft(environment, user)
  if (memory.read()?.values.serial_info.serial.name.trim() === name) memory.clear()
}
