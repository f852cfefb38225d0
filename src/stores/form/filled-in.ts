import type { MessageKey } from '../../lib/i18n/messages.ts'
import type { Dialogs } from '../shell/dialogs.ts'

/** Country of a new customer unless another one is chosen (§9). */
const defaultCountry = 'NL'

/** Whether anything is filled in about a customer; the only subscription there is, is chosen by itself. */
export function isCustomerFilledIn(draft: { merchant_info: unknown; serial_info: unknown }) {
  return textsIn([draft.merchant_info, draft.serial_info]).join('') !== defaultCountry
}

const textsIn = (part: unknown): unknown[] =>
  typeof part === 'string' ? [part] : Object.values(Object(part) as object).flatMap(textsIn)

/** What the wizard keeps; values only while they are other than what it begins with. */
interface WizardDraft {
  values?: unknown
  ledgers: readonly unknown[]
  relationCode?: string | undefined
}

/** Whether anything is filled in that the wizard would not begin with by itself. */
export function isWizardFilledIn({ values, ledgers, relationCode }: WizardDraft): boolean {
  return values !== undefined || ledgers.length > 0 || relationCode !== undefined
}

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
