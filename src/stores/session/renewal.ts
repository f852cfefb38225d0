import type { Environment } from '../../lib/environment.ts'
import type { User } from '../../lib/identity/user.ts'

/**
 * Refreshes the tokens ahead of time while somebody uses the page, so that the provider's session goes
 * on also when no call is made. It ends when nobody is there any more.
 *
 * @returns a function that plans the next refresh
 */
export function createRenewal(environment: Environment, renew: () => void): (user: User) => void {
  let due = Infinity
  let isActive = false

  function renewIfDue(): void {
    if (!isActive || environment.now() < due) return
    isActive = false
    renew()
  }

  environment.on('activity', () => {
    isActive = true
    renewIfDue()
  })

  return ({ refresh_at: at }) => {
    due = at === undefined ? Infinity : at * 1000
    isActive = false
    if (at !== undefined) void environment.wait(due - environment.now()).then(renewIfDue)
  }
}
