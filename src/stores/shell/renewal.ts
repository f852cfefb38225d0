import type { Environment } from '../../lib/environment.ts'
import type { User } from '../../lib/identity/user.ts'

/**
 * Refreshes ahead of time for somebody who is busy with the page: the provider's session goes on
 * as long as that, also where no call is made, and ends when nobody is there any more.
 *
 * @returns a verb that plans the next refresh
 */
export function createRenewal(environment: Environment, renew: () => void): (user: User) => void {
  let due = Infinity
  let isActive = false

  function renewIfDue(): void {
    if (!isActive || environment.now() < due) return
    isActive = false
    renew()
  }

  environment.onActivity(() => {
    isActive = true
    renewIfDue()
  })

  return ({ refresh_at: at }) => {
    due = at === undefined ? Infinity : at * 1000
    isActive = false
    if (at !== undefined) void environment.wait(due - environment.now()).then(renewIfDue)
  }
}
