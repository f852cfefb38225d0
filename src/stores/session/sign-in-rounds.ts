import type { Environment } from '../../lib/environment.ts'
import { signInRoundLimit, signInRoundWindow } from '../../lib/limits.ts'
import { readJson } from '../../lib/stored.ts'

/**
 * A browser can go round between portal and provider: the provider signs in, the portal cannot use the
 * answer, and asks again. Under this key stand the times of sign-ins that came back and led nowhere so far.
 */
export const roundsKey = 'koppelpunt:sign-in-rounds'

function recent({ tabStorage, now }: Environment): number[] {
  const isRecent = (time: unknown) => typeof time === 'number' && time > now() - signInRoundWindow
  return [readJson(tabStorage, roundsKey)].flat().filter(isRecent) as number[]
}

/** Notes that a sign-in came back from the provider. */
export function noteRound(environment: Environment): void {
  const rounds = [...recent(environment), environment.now()]
  environment.tabStorage.setItem(roundsKey, JSON.stringify(rounds))
}

/** Whether the browser goes round. Tells it once: after that the user may try again. */
export function isGoingRound(environment: Environment): boolean {
  const isRound = recent(environment).length >= signInRoundLimit
  if (isRound) forgetRounds(environment)
  return isRound
}

/** Forgets them, since a sign-in succeeded. */
export function forgetRounds({ tabStorage }: Environment): void {
  tabStorage.removeItem(roundsKey)
}
