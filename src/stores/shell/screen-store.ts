import { DryRunStartedError, SessionEndedError } from '../../lib/api/errors.ts'
import { logFailure } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { DialogFunctions } from './dialogs.ts'
import { getSignedInPortal, type Portal, type SignedIn } from './portal.ts'

/** Creates a screen's store before the island hydrates. */
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
    /** Returns the store that `begin` created, then a new store per call. */
    take: (): Store => {
      const store = begun ?? createAndStart()
      begun = null
      return store
    },
  }
}

/**
 * Alerts about a failure, except a failure of the session.
 *
 * @param about messages above the reason, for example about created records
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
