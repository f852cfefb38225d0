import { SessionOver } from '../../lib/api/errors.ts'
import { failureMessage } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Portal } from './portal.ts'

/**
 * Shows what failed and why. A session that is over has a dialog of its own, with the way to go on.
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
