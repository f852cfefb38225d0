import * as z from 'zod/mini'
import { parseChoice, id, isSet } from '../../api/endpoint.ts'
import { createFieldRule } from '../../validation/rule.ts'
import { findTemplate, productSchema, type OrderTemplate, type AccountingProduct } from './calls.ts'
import { type CompanySettings } from './stored-settings.ts'
import {
  snelStartApps,
  wizardChoices,
  isDesktopChosen,
  productNames,
  getChoice,
  templateNames,
  yesNoChoiceNames,
  type SnelStartApp,
  type ChoiceName,
} from './choices.ts'
import { createRecord, mapRequiredPurposes, type RequiredLedgerPurpose } from './ledgers.ts'

const newProduct = z.object({
  name: z.string(),
  sku_code: z.string(),
  revenue_group: z.nullable(id),
})
export type NewProduct = z.infer<typeof newProduct>

const productAnswer = z.object({
  chosen: z.nullable(productSchema),
  is_new: z.boolean(),
  new_product: newProduct,
})

export const emptyProductAnswer: z.infer<typeof productAnswer> = {
  chosen: null,
  is_new: false,
  new_product: { name: '', sku_code: '', revenue_group: null },
}

/** Form values, possibly incomplete, without ledgers and walk-in relation. */
export const wizardValues = z.object({
  application: z.literal(snelStartApps),
  ...createRecord(templateNames, () => z.nullable(id)),
  ...createRecord(yesNoChoiceNames, () => z.boolean()),
  ...createRecord(productNames, () => productAnswer),
})
export type WizardValues = z.infer<typeof wizardValues>

export const isChoiceAsked = (name: ChoiceName, values: WizardValues) =>
  getChoice(name).isAsked?.(values) ?? true

export const findMissingFields = (values: WizardValues) =>
  templateNames.filter((name) => isChoiceAsked(name, values) && values[name] === null)

export const wizardRules = wizardValues.check(
  ...templateNames.map((name) => {
    const isThere = (values: unknown) => !findMissingFields(values as WizardValues).includes(name)
    return createFieldRule(name, { key: 'validation:required' }, isThere)
  }),
)

function asAsked(values: WizardValues): WizardValues {
  return {
    ...values,
    ...createRecord(templateNames, (name) => (isChoiceAsked(name, values) ? values[name] : null)),
    ...createRecord(yesNoChoiceNames, (name) => isChoiceAsked(name, values) && values[name]),
  }
}

/** Returns form values, with defaults of §2 for missing settings. */
export function createFormValues(current: CompanySettings): WizardValues {
  const templates = createRecord(templateNames, (name) => {
    const template = current[wizardChoices[name].setting]
    return isSet(template) ? template : null
  })
  return asAsked({
    application: templates.default_order_template === null ? 'web' : 'desktop',
    ...templates,
    ...createRecord(yesNoChoiceNames, (name) => {
      const { isOpposite = false } = getChoice(name)
      return parseChoice(current[wizardChoices[name].setting]) === !isOpposite
    }),
    ...createRecord(productNames, () => emptyProductAnswer),
  })
}

/** Returns the form values after a change of the SnelStart application (§4). */
export const changeApplication = (values: WizardValues, application: SnelStartApp) =>
  asAsked({ ...values, application })

export const removeUnknownTemplates = (
  values: WizardValues,
  list: readonly OrderTemplate[],
): WizardValues => ({
  ...values,
  ...createRecord(templateNames, (name) => findTemplate(list, values[name])?.id ?? null),
})

export const collectProducts = (values: WizardValues): readonly AccountingProduct[] =>
  productNames
    .filter((name) => isChoiceAsked(name, values))
    .map((name) => values[name].chosen)
    .filter((chosen) => chosen !== null)

export const recommendedChoiceNames = yesNoChoiceNames.filter(
  (name) => getChoice(name).usual !== undefined,
)

/** Proposals for the next administration, without customer names and ids. */
export const lastChoices = z.object({
  answers: z.object({
    application: wizardValues.shape.application,
    ...createRecord(['use_stock', ...recommendedChoiceNames], () => z.boolean()),
  }),
  templates: z.object(createRecord(templateNames, () => z.nullable(z.string()))),
  ledgers: z.object(mapRequiredPurposes(() => z.optional(z.string()))),
})
type LastChoices = z.infer<typeof lastChoices>

const findOnlyId = (list: readonly OrderTemplate[]) =>
  list.length === 1 ? (list[0]?.id ?? null) : null

export function applyRecommendedChoices(
  values: WizardValues,
  list: readonly OrderTemplate[],
): WizardValues {
  return {
    ...values,
    default_order_template:
      values.default_order_template ?? (isDesktopChosen(values) ? findOnlyId(list) : null),
    ...createRecord(recommendedChoiceNames, (name) => getChoice(name).usual === true),
  }
}

export function createLastChoices(
  values: WizardValues,
  ledgers: Readonly<Record<RequiredLedgerPurpose, string>>,
  list: readonly OrderTemplate[],
): LastChoices {
  const templates = createRecord(
    templateNames,
    (name) => findTemplate(list, values[name])?.omschrijving ?? null,
  )
  return z.parse(lastChoices, { answers: values, templates, ledgers })
}

export function applyLastChoices(
  values: WizardValues,
  last: LastChoices,
  list: readonly OrderTemplate[],
): WizardValues {
  const idOf = (text: string | null) =>
    findOnlyId(list.filter(({ omschrijving }) => omschrijving === text))
  const templates = createRecord(templateNames, (name) => idOf(last.templates[name]))
  return asAsked({ ...values, ...last.answers, ...templates })
}
