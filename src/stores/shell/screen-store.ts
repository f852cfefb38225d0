import { DryRunStartedError, SessionEndedError } from '../../lib/api/errors.ts'
import { logFailure } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { DialogFunctions } from './dialogs.ts'
import { getSignedInPortal, type Portal, type SignedIn } from './portal.ts'

/** Creates the store of a screen after the sign-in, and keeps it until the island hydrates. */
export function createScreenStore<Store extends { start: () => unknown }>(
  create: (portal: SignedIn) => Store,
) {
  let begun: Store | null = null

  function createAndStart(): Store {
    const store = create(getSignedInPortal())
    void store.start()
    return store
  }

  return {
    begin: (): void => {
      begun = createAndStart()
    },
    /** Returns the store that `begin` started, or a new store on later calls. */
    take: (): Store => {
      const store = begun ?? createAndStart()
      begun = null
      return store
    },
  }
}

/**
 * Shows an alert about a failure. A failure of the session has its own dialog.
 *
 * @param about messages above the reason, for example about what was created before
 */
export async function notifyFailure(
  { dialogs, environment }: Pick<Portal, 'environment'> & { dialogs: DialogFunctions },
  message: Message | null,
  error: unknown,
  about: readonly Message[] = [],
): Promise<void> {
  if (error instanceof SessionEndedError) return
  if (error instanceof DryRunStartedError) return dialogs.alert({ message: { key: error.key } })
  const reason = logFailure(environment, `told: ${message?.key ?? 'a failure'}`, error)
  await dialogs.alert(message ? { message, about, detail: reason } : { message: reason })
}
