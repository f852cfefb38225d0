import { canRemember } from '../../lib/environment.ts'
import { askingOf, returnKey, roundsKey, signInAddress } from '../../lib/identity/sign-in.ts'
import { stillKnown } from '../../lib/identity/provider.ts'
import { tabKey } from '../../lib/identity/tabs.ts'
import type { PageConfiguration } from '../../lib/configuration/load.ts'

/** Whether a visitor can be sent to sign in without the shell: nobody has been signed in in this tab. */
export function isLeaving({ discovered, identity }: PageConfiguration): boolean {
  if (!isSecureContext || !canRemember({ tabStorage: sessionStorage })) return false
  const isNew = [tabKey, roundsKey].every((key) => sessionStorage.getItem(key) === null)
  const isThanked = new URLSearchParams(location.search).has('approved')
  return isNew && !isThanked && !!stillKnown(discovered, identity.authority, Date.now())
}

export async function leave(configuration: PageConfiguration): Promise<void> {
  const { discovered } = configuration
  if (!discovered) return
  const asking = askingOf(
    configuration,
    location.origin,
    document.documentElement.dataset.locale ?? '',
  )
  // The port's, without what a page that is being left has no use for.
  const effects = {
    tabStorage: sessionStorage,
    now: () => Date.now(),
    randomId: () => crypto.randomUUID(),
  }
  sessionStorage.setItem(returnKey, location.pathname + location.search)
  location.replace(await signInAddress(effects, asking, discovered))
}
