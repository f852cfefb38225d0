import * as z from 'zod/mini'
import { findTemplate, type OrderTemplate } from './calls.ts'
import { perPurpose, type RequiredPurpose } from './ledgers.ts'
import {
  recommendedAnswers,
  perTemplate,
  templateFields,
  withTemplates,
  wizardValues,
  type WizardValues,
} from './values.ts'

const { snelstart, import_and_sync: importAndSync } = wizardValues.shape

/**
 * What the next administration can take over from one that was set up: no names of customers, no
 * ids, and order templates by what they are called.
 */
export const lastChoices = z.object({
  application: snelstart.shape.application,
  usesStock: z.boolean(),
  templates: z.object(perTemplate(() => z.nullable(z.string()))),
  /** Ledger numbers by their purposes. */
  ledgers: z.object(perPurpose(() => z.optional(z.string()))),
  imports: importAndSync.shape.import_settings,
  sync: importAndSync.shape.sync_settings,
})
export type LastChoices = z.infer<typeof lastChoices>

/**
 * What most shops have: nothing that is inactive is imported, and products and relations are kept up
 * to date. The one order template of an administration is the standard one.
 */
export function recommendedValues(
  values: WizardValues,
  list: readonly OrderTemplate[],
): WizardValues {
  const { snelstart: application } = values
  const only = list.length === 1 ? (list[0]?.id ?? null) : null
  return {
    ...values,
    snelstart:
      application.application === 'desktop'
        ? { ...application, default_order_template: application.default_order_template ?? only }
        : application,
    import_and_sync: { ...values.import_and_sync, ...recommendedAnswers },
  }
}

/** What of these choices the next administration can take over. */
export function choicesToTakeOver(
  values: WizardValues,
  ledgers: Readonly<Record<RequiredPurpose, string>>,
  list: readonly OrderTemplate[],
): LastChoices {
  const { import_settings: imports, sync_settings: sync } = values.import_and_sync
  return {
    application: values.snelstart.application,
    usesStock: values.inhandel.use_stock,
    templates: perTemplate(
      (name) => findTemplate(list, templateFields[name].chosenIn(values))?.omschrijving ?? null,
    ),
    ledgers,
    imports,
    sync,
  }
}

/** The values with what was chosen for another administration. */
export function withLastChoices(
  values: WizardValues,
  last: LastChoices,
  list: readonly OrderTemplate[],
): WizardValues {
  const chosen: WizardValues = {
    ...values,
    snelstart: { ...values.snelstart, application: last.application },
    inhandel: { ...values.inhandel, use_stock: last.application === 'desktop' && last.usesStock },
    import_and_sync: {
      ...values.import_and_sync,
      import_settings: last.imports,
      sync_settings: last.sync,
    },
  }
  return withTemplates(chosen, (name) => {
    const named = list.find(({ omschrijving }) => omschrijving === last.templates[name])
    return templateFields[name].isAsked(chosen) ? (named?.id ?? null) : null
  })
}
