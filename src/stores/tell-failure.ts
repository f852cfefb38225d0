import { SessionOver } from '../lib/api/errors.ts'
import { failureMessage } from '../lib/failure.ts'
import type { Message } from '../lib/i18n/messages.ts'
import type { Portal } from './portal.ts'

/**
 * Tells what failed and why. A session that is over is told by its own dialog, with the way to go on.
 *
 * @param message what failed; without one the reason is all there is to say
 */
export async function tellFailure(
  { dialogs }: Pick<Portal, 'dialogs'>,
  message: Message | null,
  error: unknown,
): Promise<void> {
  if (error instanceof SessionOver) return
  const reason = failureMessage(error)
  await dialogs.alert(message ? { message, detail: reason } : { message: reason })
}
