import type { MessageKey } from '../../lib/i18n/messages.ts'
import type { Dialogs } from '../shell/dialogs.ts'

/** Asks whether the form may be emptied. Writes that were sent stay remembered in any case. */
export function askStartAnew(
  { confirm }: Pick<Dialogs, 'confirm'>,
  help: MessageKey = 'form:startAnewHelp',
): Promise<boolean> {
  return confirm({
    isRisky: true,
    message: { key: 'form:startAnewQuestion' },
    detail: { key: help },
    agree: { key: 'form:startAnew' },
  })
}
