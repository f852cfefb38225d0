import { logError } from '../../lib/environment.ts'
import { noteFailure, type Failure } from '../../lib/failure.ts'
import {
  callbackPath,
  countSignIn,
  readReturnAddress,
  returnKey,
} from '../../lib/identity/sign-in.ts'
import { flagsPatience } from '../../lib/limits.ts'
import { StrayResponse } from '../../lib/identity/user.ts'
import type { Portal } from './portal.ts'

/** Finishes a sign-in and returns to the page that asked for it. Resolves with a failure (§8), or null if it leaves. */
export async function finishSignIn({
  environment,
  identity,
  flags,
}: Pick<Portal, 'environment' | 'identity' | 'flags'>): Promise<Failure | null> {
  const address = environment.location()
  // The code in the address works once and must not stay in the history.
  environment.replaceAddress(new URL(callbackPath, address))
  countSignIn(environment)
  // The next page uses the flags that this page stores, and requests them again after a failure.
  const flagsStarted = flags.start().catch((error: unknown) => {
    logError(environment, 'the flags could not be asked for', error)
  })
  try {
    await identity.completeSignIn(address)
  } catch (error) {
    const what = 'the sign-in could not be finished'
    // Otherwise the page that asked signs in again, up to a limit.
    if (identity.user() === null && !(error instanceof StrayResponse)) {
      return noteFailure(environment, what, error, identity.explain(error))
    }
    logError(environment, what, error)
  }
  await Promise.race([flagsStarted, environment.wait(flagsPatience)])
  const returnTo = readReturnAddress(environment.tabStorage.getItem(returnKey), address.origin)
  environment.replaceWith(new URL(returnTo, address.origin))
  return null
}
