import { BrakeError, SessionOver } from '../../lib/api/errors.ts'
import { noteFailure } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Conversation } from './dialogs.ts'
import { signedInPortal, type Portal, type SignedIn } from './portal.ts'

/** Creates a screen's store when the shell has signed in, and hands it to the screen when React is ready. */
export function createScreenStore<Store extends { start: () => unknown }>(
  create: (portal: SignedIn) => Store,
) {
  let begun: Store | null = null

  function createAndStart(): Store {
    const store = create(signedInPortal())
    void store.start()
    return store
  }

  return {
    begin: (): void => {
      begun = createAndStart()
    },
    /** Returns the store that has begun; a new store from the second call on, such as after a failed screen. */
    take: (): Store => {
      const store = begun ?? createAndStart()
      begun = null
      return store
    },
  }
}

/** Alerts about a failure and its reason, unless the session is over: that has a dialog of its own. */
export async function tellFailure(
  { dialogs, environment }: Pick<Portal, 'environment'> & { dialogs: Conversation },
  message: Message | null,
  error: unknown,
): Promise<void> {
  if (error instanceof SessionOver) return
  if (error instanceof BrakeError) return dialogs.alert({ message: { key: error.key } })
  const reason = noteFailure(environment, `told: ${message?.key ?? 'a failure'}`, error)
  await dialogs.alert(message ? { message, detail: reason } : { message: reason })
}
