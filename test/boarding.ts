import type { BoardingValues } from '../src/lib/domain/boarding.ts'
import type { Portal } from '../src/stores/shell/portal.ts'

/** A customer as somebody fills it in, with a subscription of the sandbox. */
export function boardingValues(changes: Partial<BoardingValues> = {}): BoardingValues {
  return {
    merchant_info: { full_name: 'Winkelier van Test', username: 'nieuw@zaak.test' },
    serial_info: {
      serial: {
        name: 'Nieuwe Zaak',
        coc: '01234567',
        country_code: 'NL',
        website_url: 'https://zaak.test',
      },
      location: { name: 'Hoofdwinkel' },
    },
    subscription: {
      selected: {
        id: 12,
        name: 'Winkel',
        duration: '12 maanden',
        interval: 'per maand',
        grace_period: '30 dagen',
      },
    },
    ...changes,
  }
}

/** Answers every dialog of a portal, and keeps which they were. */
export function answerDialogs(
  { dialogs: { $dialog } }: Portal,
  agrees: (key: string) => boolean = () => true,
): string[] {
  const shown: string[] = []
  $dialog.listen((dialog) => {
    if (dialog === null) return
    shown.push(dialog.message.key)
    queueMicrotask(() => dialog.answer(agrees(dialog.message.key)))
  })
  return shown
}
