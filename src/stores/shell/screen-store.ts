import { Braked, SessionOver } from '../../lib/api/errors.ts'
import { noteFailure } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Conversation } from './dialogs.ts'
import { signedInPortal, type Portal, type SignedIn } from './portal.ts'

/** A screen's store: the shell begins it once somebody is signed in, and the screen takes it once React is there. */
export function createScreenStore<Store extends { start: () => unknown }>(
  create: (portal: SignedIn) => Store,
) {
  let begun: Store | null = null

  function make(): Store {
    const store = create(signedInPortal())
    void store.start()
    return store
  }

  return {
    begin: (): void => {
      begun = make()
    },
    /** The store that has begun, once. After that, such as after a failed screen, a new one. */
    take: (): Store => {
      const store = begun ?? make()
      begun = null
      return store
    },
  }
}

/** Tells in a dialog what failed and why, or that the brake held it back; nothing of a session that is over. */
export async function tellFailure(
  { dialogs, environment }: Pick<Portal, 'environment'> & { dialogs: Conversation },
  message: Message | null,
  error: unknown,
): Promise<void> {
  if (error instanceof SessionOver) return
  if (error instanceof Braked) return dialogs.alert({ message: { key: error.key } })
  const reason = noteFailure(environment, `told: ${message?.key ?? 'a failure'}`, error)
  await dialogs.alert(message ? { message, detail: reason } : { message: reason })
}
