import { logError } from '../../lib/environment.ts'
import { logFailure, type Failure } from '../../lib/failure.ts'
import {
  callbackPath,
  recordSignInAttempt,
  readReturnAddress,
  returnPathKey,
} from '../../lib/identity/sign-in.ts'
import { flagsTimeout } from '../../lib/limits.ts'
import { UnexpectedSignInResponse } from '../../lib/identity/user.ts'
import type { Portal } from './portal.ts'

/** Completes a sign-in and returns to the page where the sign-in began (§8). */
export async function finishSignIn({
  environment,
  identity,
  flags,
}: Pick<Portal, 'environment' | 'identity' | 'flags'>): Promise<Failure | null> {
  const address = environment.location()
  // Removes the single-use authorisation code from the browser history.
  environment.replaceAddress(new URL(callbackPath, address))
  recordSignInAttempt(environment)
  // The next page needs the flags and retries a failed load.
  const flagsStarted = flags.start().catch((error: unknown) => {
    logError(environment, 'the flags could not be asked for', error)
  })
  try {
    await identity.completeSignIn(address)
  } catch (error) {
    const what = 'the sign-in could not be finished'
    // The return page may sign in again after an unexpected response.
    if (identity.user() === null && !(error instanceof UnexpectedSignInResponse)) {
      return logFailure(environment, what, error, identity.explain(error))
    }
    logError(environment, what, error)
  }
  await Promise.race([flagsStarted, environment.wait(flagsTimeout)])
  const returnTo = readReturnAddress(environment.tabStorage.getItem(returnPathKey), address.origin)
  environment.replaceWith(new URL(returnTo, address.origin))
  return null
}
