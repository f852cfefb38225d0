import type { MessageKey } from '../../lib/i18n/messages.ts'
import type { Standing } from '../../stores/wizard/ledger-item.ts'

/** How an existing ledger came to be used; one that is not accepted yet is asked about instead. */
export const standingTexts: Readonly<Record<Exclude<Standing, 'unaccepted'>, MessageKey>> = {
  named: 'wizard:standingNamed',
  accepted: 'wizard:standingAccepted',
  created: 'wizard:standingCreated',
  rehearsed: 'wizard:standingRehearsed',
}
