import * as z from 'zod/mini'
import type { OrderTemplate } from '../api/order-templates.ts'
import type { Id } from '../api/endpoint.ts'
import { requiredPurposes, type RequiredPurpose } from './ledgers.ts'
import { wizardValues, type WizardValues } from './wizard-values.ts'
import { findTemplate } from './wizard.ts'

const { snelstart, import_and_sync: importAndSync } = wizardValues.shape
const templateName = z.nullable(z.string())
const ledgerNumbers = Object.fromEntries(
  requiredPurposes.map((purpose) => [purpose, z.optional(z.string())]),
) as Record<RequiredPurpose, z.ZodMiniOptional<z.ZodMiniString>>

/**
 * What the next administration can take over from one that was set up: no names of customers, no
 * ids, and order templates by what they are called.
 */
export const lastChoices = z.object({
  application: snelstart.shape.application,
  usesStock: z.boolean(),
  templates: z.object({ standard: templateName, register: templateName, account: templateName }),
  /** Ledger numbers by their purposes. */
  ledgers: z.object(ledgerNumbers),
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
  templates: readonly OrderTemplate[],
): WizardValues {
  const { snelstart: application } = values
  const only = templates.length === 1 ? (templates[0]?.id ?? null) : null
  return {
    ...values,
    snelstart:
      application.application === 'desktop'
        ? { ...application, default_order_template: application.default_order_template ?? only }
        : application,
    import_and_sync: {
      ...values.import_and_sync,
      import_settings: { import_non_active: false, import_non_active_relations: false },
      sync_settings: { sync_products: true, sync_relations: true },
    },
  }
}

/** What of these choices the next administration can take over. */
export function choicesToTakeOver(
  { snelstart, inhandel, import_and_sync: importAndSync }: WizardValues,
  ledgers: Readonly<Record<RequiredPurpose, string>>,
  templates: readonly OrderTemplate[],
): LastChoices {
  const nameOf = (id: Id | null) => findTemplate(templates, id)?.omschrijving ?? null
  return {
    application: snelstart.application,
    usesStock: inhandel.use_stock,
    templates: {
      standard: nameOf(snelstart.default_order_template),
      register: nameOf(inhandel.register_order_template),
      account: nameOf(inhandel.account_order_template),
    },
    ledgers,
    imports: importAndSync.import_settings,
    sync: importAndSync.sync_settings,
  }
}

/** The values with what was chosen for another administration. */
export function withLastChoices(
  values: WizardValues,
  last: LastChoices,
  templates: readonly OrderTemplate[],
): WizardValues {
  const isDesktop = last.application === 'desktop'
  const usesStock = isDesktop && last.usesStock
  const named = (name: string | null) =>
    templates.find(({ omschrijving }) => omschrijving === name)?.id ?? null
  return {
    ...values,
    snelstart: {
      application: last.application,
      default_order_template: isDesktop ? named(last.templates.standard) : null,
    },
    inhandel: {
      use_stock: usesStock,
      register_order_template: usesStock ? named(last.templates.register) : null,
      account_order_template: usesStock ? named(last.templates.account) : null,
    },
    import_and_sync: {
      ...values.import_and_sync,
      import_settings: last.imports,
      sync_settings: last.sync,
    },
  }
}
