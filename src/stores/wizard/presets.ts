import { perPurpose, requiredPurposes } from '../../lib/accounting/snelstart/ledgers.ts'
import {
  choicesToTakeOver,
  lastChoices,
  recommendedValues,
  withApplication,
  withLastChoices,
  type WizardValues,
} from '../../lib/accounting/snelstart/values.ts'
import { rememberedOf } from '../../lib/remembered.ts'
import { itemsOf } from '../form/list.ts'
import type { LedgerItems } from './ledger-item.ts'
import type { WizardOptions } from './wizard.ts'

/** What most shops have, what this user chose last time, or what stands there. */
export type PresetName = 'recommended' | 'last' | 'own'

/** Ways to fill in the whole wizard at once (§2); the plan says what that will do, and does it. */
export async function createPresets(
  { portal, variant, templates }: Pick<WizardOptions, 'portal' | 'variant' | 'templates'>,
  ledgers: LedgerItems,
  /** Whether nobody has set the connection up before. */
  isOffered: boolean,
) {
  const lastTime = await rememberedOf(portal, 'choices', lastChoices)
  const last = isOffered ? lastTime.read() : null

  return {
    isOffered,
    hasLast: last !== null,
    /** The values as they will be, of those that the form has. */
    valuesOf: (name: PresetName, values: WizardValues): WizardValues => {
      const list = itemsOf(templates.$list.get())
      if (name === 'own') return values
      const preset =
        name === 'last' && last
          ? withLastChoices(values, last, list)
          : recommendedValues(values, list)
      return variant === 'polaris' ? withApplication(preset, 'web') : preset
    },
    /** Looks up the numbers of last time where none was typed. */
    takeNumbers: () => {
      for (const purpose of requiredPurposes) {
        const number = last?.ledgers[purpose]
        const { $number, proposed, choose } = ledgers[purpose]
        const now = $number.get().trim()
        // What the user typed or searched for here counts more than what was chosen elsewhere.
        const isOpen = now === proposed || now === ''
        if (isOpen && number !== undefined && number !== now) void choose(number)
      }
    },
    remember: (values: WizardValues) => {
      const numbers = perPurpose((purpose) => ledgers[purpose].$number.get().trim())
      lastTime.write(choicesToTakeOver(values, numbers, itemsOf(templates.$list.get())))
    },
  }
}
