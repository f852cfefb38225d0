import { SessionError } from '../lib/api/errors.ts'
import { failureMessage } from '../lib/failure.ts'
import type { Message } from '../lib/i18n/messages.ts'
import type { Portal } from './portal.ts'

/** Tells what failed and why. An expired session is told by the shell, with the way to go on. */
export async function tellFailure(
  { session, dialogs }: Portal,
  message: Message,
  error: unknown,
): Promise<void> {
  const isTold = error instanceof SessionError && session.$session.get().status === 'expired'
  if (!isTold) await dialogs.alert({ message, detail: failureMessage(error) })
}
