import type { Environment } from '../../lib/environment.ts'
import { signInRoundLimit, signInRoundWindow } from '../../lib/limits.ts'
import { readJson } from '../../lib/stored.ts'

/** When sign-ins came back from the provider that have led nowhere so far. */
const key = 'koppelpunt:sign-in-rounds'

function recent({ tabStorage, now }: Environment): number[] {
  const isRecent = (time: unknown) => typeof time === 'number' && time > now() - signInRoundWindow
  return [readJson(tabStorage, key)].flat().filter(isRecent) as number[]
}

/** A sign-in came back from the provider. */
export function noteRound(environment: Environment): void {
  const rounds = [...recent(environment), environment.now()]
  environment.tabStorage.setItem(key, JSON.stringify(rounds))
}

/** Whether the browser goes round and round; once the user knows, it may be tried again. */
export function isGoingRound(environment: Environment): boolean {
  const isRound = recent(environment).length >= signInRoundLimit
  if (isRound) forgetRounds(environment)
  return isRound
}

/** A sign-in led somewhere. */
export function forgetRounds({ tabStorage }: Environment): void {
  tabStorage.removeItem(key)
}
