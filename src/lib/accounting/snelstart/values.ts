import * as z from 'zod/mini'
import { choiceOf, id, isSet, type Id } from '../../api/endpoint.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import { type CompanySettings, findTemplate, type OrderTemplate, product } from './calls.ts'

export const applications = ['web', 'desktop'] as const
/** Snelstart Web or Snelstart 12 (§2). */
export type Application = (typeof applications)[number]

/** What each application is called. */
export const applicationNames = {
  web: 'wizard:applicationWeb',
  desktop: 'wizard:applicationDesktop',
} as const satisfies Record<Application, MessageKey>

/** The wizard itself, or the one for polaris, which is about the web application only. */
export type Variant = 'wizard' | 'polaris'

/** What the import step asks with yes or no (§2), and the setting that holds the answer. */
export interface Switch {
  setting: string
  label: MessageKey
  /** The setting says the opposite of the answer. */
  isOpposite: boolean
}

/** All switches, by where the form keeps their answers. */
export const switches = {
  import_settings: {
    import_non_active: {
      setting: 'skip_non_active_artikels',
      label: 'wizard:importNonActive',
      isOpposite: true,
    },
    import_non_active_relations: {
      setting: 'skip_non_active_relations',
      label: 'wizard:importNonActiveRelations',
      isOpposite: true,
    },
  },
  sync_settings: {
    sync_products: { setting: 'sync_product', label: 'wizard:syncProducts', isOpposite: false },
    sync_relations: { setting: 'sync_relation', label: 'wizard:syncRelations', isOpposite: false },
  },
  open_invoices: {
    open_invoice_product: {
      setting: 'open_invoice_product',
      label: 'wizard:openInvoiceProduct',
      isOpposite: true,
    },
  },
} as const satisfies Record<string, Record<string, Switch>>

type Switches = typeof switches
type Group = keyof Switches
export type SwitchSetting = {
  [Of in Group]: Switches[Of][keyof Switches[Of]]
}[Group]['setting']

/** Something for each switch of a group, by the name that the form gives it. */
export function perSwitch<Of extends Group, Value>(group: Of, valueOf: (each: Switch) => Value) {
  const all = Object.entries<Switch>(switches[group])
  const entries = all.map(([name, each]) => [name, valueOf(each)])
  return Object.fromEntries(entries) as Record<keyof Switches[Of], Value>
}

/** What most shops answer; the open invoices are for each administration to decide. */
export const recommendedAnswers = {
  import_settings: perSwitch('import_settings', () => false),
  sync_settings: perSwitch('sync_settings', () => true),
}

const template = z.nullable(id)
const answer = () => z.boolean()

const newProduct = z.object({
  name: z.string(),
  sku_code: z.string(),
  /** Number of a revenue group. */
  revenue_group: z.nullable(id),
})
export type NewProduct = z.infer<typeof newProduct>

/**
 * What the wizard's form holds, by its steps (§2, §3), complete or not; ledgers and relation have
 * stores of their own.
 */
export const wizardValues = z.object({
  snelstart: z.object({
    application: z.literal(applications),
    default_order_template: template,
  }),
  inhandel: z.object({
    use_stock: z.boolean(),
    /** Order template of the cash register (ECR). */
    register_order_template: template,
    /** Order template of sales on account. */
    account_order_template: template,
  }),
  import_and_sync: z.object({
    import_settings: z.object(perSwitch('import_settings', answer)),
    sync_settings: z.object(perSwitch('sync_settings', answer)),
    open_invoices: z.object({
      ...perSwitch('open_invoices', answer),
      product: z.nullable(product),
      is_new: z.boolean(),
      new_product: newProduct,
    }),
    emballage: z.object({
      emballage_product: z.nullable(product),
      is_new: z.boolean(),
      new_product: newProduct,
    }),
  }),
})
export type WizardValues = z.infer<typeof wizardValues>

/** The desktop application alone has order templates and stock. */
export const isDesktop = (values: WizardValues) => values.snelstart.application === 'desktop'
export const usesStock = (values: WizardValues) => isDesktop(values) && values.inhandel.use_stock

/** The order templates that the form asks for, each with the setting that holds it. */
export const templateFields = {
  standard: {
    setting: 'default_verkoop_order_sjabloon',
    field: 'snelstart.default_order_template',
    label: 'wizard:defaultTemplate',
    isAsked: isDesktop,
    chosenIn: ({ snelstart }) => snelstart.default_order_template,
  },
  register: {
    setting: 'direct_payment_verkoop_order_sjabloon',
    field: 'inhandel.register_order_template',
    label: 'wizard:registerTemplate',
    isAsked: usesStock,
    chosenIn: ({ inhandel }) => inhandel.register_order_template,
  },
  account: {
    setting: 'invoice_verkoop_order_sjabloon',
    field: 'inhandel.account_order_template',
    label: 'wizard:accountTemplate',
    isAsked: usesStock,
    chosenIn: ({ inhandel }) => inhandel.account_order_template,
  },
} as const satisfies Record<string, TemplateField>

interface TemplateField {
  setting: string
  /** Its name in the form. */
  field: string
  label: MessageKey
  isAsked: (values: WizardValues) => boolean
  chosenIn: (values: WizardValues) => Id | null
}
type TemplateName = keyof typeof templateFields
export type Template = (typeof templateFields)[TemplateName]

/** Something for each order template. */
export function perTemplate<Value>(valueOf: (name: TemplateName) => Value) {
  return {
    standard: valueOf('standard'),
    register: valueOf('register'),
    account: valueOf('account'),
  }
}

/** Whether an order template is required and not chosen (§5). */
export function isLacking({ isAsked, chosenIn }: Template, values: WizardValues): boolean {
  return isAsked(values) && chosenIn(values) === null
}

/** The values with these order templates, by what they are for. */
export function withTemplates(
  { snelstart, inhandel, ...values }: WizardValues,
  chosen: (name: TemplateName) => Id | null,
): WizardValues {
  const { standard, register, account } = perTemplate(chosen)
  return {
    ...values,
    snelstart: { ...snelstart, default_order_template: standard },
    inhandel: { ...inhandel, register_order_template: register, account_order_template: account },
  }
}

const noProduct: NewProduct = { name: '', sku_code: '', revenue_group: null }

/**
 * What the form starts with: the choices that the accounting connection holds, or the defaults of
 * §2. The settings do not say which application it is; only the desktop one has order templates.
 */
export function valuesFrom(settings: CompanySettings): WizardValues {
  const stored = perTemplate((name) => {
    const template = settings[templateFields[name].setting]
    return isSet(template) ? template : null
  })
  const isDesktop = stored.standard !== null
  const answersOf = <Of extends Group>(group: Of) =>
    perSwitch(group, ({ setting, isOpposite }) => choiceOf(settings[setting]) === !isOpposite)
  const values: WizardValues = {
    snelstart: { application: isDesktop ? 'desktop' : 'web', default_order_template: null },
    inhandel: {
      use_stock: isDesktop && choiceOf(settings.write_as_order) === true,
      register_order_template: null,
      account_order_template: null,
    },
    import_and_sync: {
      import_settings: answersOf('import_settings'),
      sync_settings: answersOf('sync_settings'),
      open_invoices: {
        ...answersOf('open_invoices'),
        product: null,
        is_new: false,
        new_product: noProduct,
      },
      emballage: { emballage_product: null, is_new: false, new_product: noProduct },
    },
  }
  return withTemplates(values, (name) =>
    templateFields[name].isAsked(values) ? stored[name] : null,
  )
}

/** The name of the application's field in the form. */
export const applicationField = 'snelstart.application'

/** The values with another application; web has neither stock nor order templates (§4). */
export function withApplication(values: WizardValues, application: Application): WizardValues {
  const { snelstart, inhandel } = values
  const chosen = { ...values, snelstart: { ...snelstart, application } }
  if (application === 'desktop') return chosen
  return withTemplates({ ...chosen, inhandel: { ...inhandel, use_stock: false } }, () => null)
}

/** The values without order templates that the accounting package no longer has. */
export function withKnownTemplates(
  values: WizardValues,
  list: readonly OrderTemplate[],
): WizardValues {
  return withTemplates(
    values,
    (name) => findTemplate(list, templateFields[name].chosenIn(values))?.id ?? null,
  )
}
