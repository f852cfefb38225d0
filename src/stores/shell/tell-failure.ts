import { Braked, SessionOver } from '../../lib/api/errors.ts'
import { noteFailure } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Portal } from './portal.ts'

/**
 * Shows in a dialog what failed and why, or that the brake held it back; nothing for a session that is over, which has a dialog of its own.
 *
 * @param message what failed; null: only the reason is shown
 */
export async function tellFailure(
  { dialogs, environment }: Pick<Portal, 'dialogs' | 'environment'>,
  message: Message | null,
  error: unknown,
): Promise<void> {
  if (error instanceof SessionOver) return
  if (error instanceof Braked) return dialogs.alert({ message: { key: 'shell:notSent' } })
  const reason = noteFailure(environment, `told: ${message?.key ?? 'a failure'}`, error)
  await dialogs.alert(message ? { message, detail: reason } : { message: reason })
}
