import type { CompanySettings } from '../api/company.ts'
import { choiceOf, type Id } from '../api/endpoint.ts'
import type { OrderTemplate } from '../api/order-templates.ts'
import type { MessageKey } from '../i18n/messages.ts'
import { answersIn } from './import-settings.ts'
import type { Application, NewProduct, WizardValues } from './wizard-values.ts'

/** What each application is called. */
export const applicationNames = {
  web: 'wizard:applicationWeb',
  desktop: 'wizard:applicationDesktop',
} as const satisfies Record<Application, MessageKey>

/** The wizard itself, or the one for polaris, which is about the web application only. */
export type Variant = 'wizard' | 'polaris'

const noProduct: NewProduct = { name: '', sku_code: '', artikelomzetgroep: null }

/** Whether a value names something: a number does, and a text that is not empty. */
export function isSet(value: unknown): value is Id {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}

/**
 * What the form starts with: the choices that the accounting connection holds, or the defaults of
 * §2. The settings do not say which application it is; only the desktop one has order templates.
 */
export function valuesFrom(settings: CompanySettings): WizardValues {
  const template = (id: unknown) => (isSet(id) ? id : null)
  const standard = template(settings.default_verkoop_order_sjabloon)
  const isDesktop = standard !== null
  const usesStock = isDesktop && choiceOf(settings.write_as_order) === true
  return {
    snelstart: {
      application: isDesktop ? 'desktop' : 'web',
      default_order_template: standard,
    },
    inhandel: {
      use_stock: usesStock,
      register_order_template: usesStock
        ? template(settings.direct_payment_verkoop_order_sjabloon)
        : null,
      account_order_template: usesStock ? template(settings.invoice_verkoop_order_sjabloon) : null,
    },
    import_and_sync: {
      import_settings: answersIn('import_settings', settings),
      sync_settings: answersIn('sync_settings', settings),
      open_invoices: {
        ...answersIn('open_invoices', settings),
        product: null,
        is_new: false,
        new_product: noProduct,
      },
      emballage: { emballage_product: null, is_new: false, new_product: noProduct },
    },
  }
}

/** The values with another application; web has neither stock nor order templates (§4). */
export function withApplication(values: WizardValues, application: Application): WizardValues {
  if (application === 'desktop') {
    return { ...values, snelstart: { ...values.snelstart, application } }
  }
  return {
    ...values,
    snelstart: { application, default_order_template: null },
    inhandel: { use_stock: false, register_order_template: null, account_order_template: null },
  }
}

/** The values without order templates that the accounting package no longer has. */
export function withKnownTemplates(
  values: WizardValues,
  templates: readonly OrderTemplate[],
): WizardValues {
  const known = (id: Id | null) => findTemplate(templates, id)?.id ?? null
  const { snelstart, inhandel } = values
  return {
    ...values,
    snelstart: { ...snelstart, default_order_template: known(snelstart.default_order_template) },
    inhandel: {
      ...inhandel,
      register_order_template: known(inhandel.register_order_template),
      account_order_template: known(inhandel.account_order_template),
    },
  }
}

export function findTemplate(
  templates: readonly OrderTemplate[],
  id: Id | null,
): OrderTemplate | undefined {
  return id === null ? undefined : templates.find((template) => String(template.id) === String(id))
}
