import fc from 'fast-check'
import type { CompanySettings } from '../src/lib/accounting/snelstart/stored-settings.ts'
import {
  productNames,
  settingRows,
  templateNames,
  yesNoChoiceNames,
} from '../src/lib/accounting/snelstart/choices.ts'
import type { WizardDecisions } from '../src/lib/accounting/snelstart/company-settings.ts'
import { createRecord } from '../src/lib/accounting/snelstart/ledgers.ts'
import type { WizardValues } from '../src/lib/accounting/snelstart/values.ts'

/** Freezes a value deeply, so that any mutation throws. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen)
    Object.freeze(value)
  }
  return value
}

const identifications = fc.oneof(fc.integer(), fc.string({ minLength: 1 }))
const identificationsOrNull = fc.option(identifications)
const texts = fc.option(fc.oneof(fc.string(), fc.integer()))
const decisions = fc.option(fc.boolean())
const decimals = fc.nat(6)

/** Later versions of the service may add unknown fields. */
function unknownFields(fields: readonly string[]) {
  const names = fc.string().filter((name) => !fields.includes(name))
  return fc.dictionary(names, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4, noNullPrototype: true })
}

const keys = fc
  .tuple(
    unknownFields(['id', 'default_no_relation']),
    fc.record({ id: identifications, default_no_relation: texts }, { requiredKeys: [] }),
  )
  .map(([unknown, fields]) => ({ ...unknown, ...fields }))

const settingFields = {
  snelstart_administratie_identifier: identifications,
  ...Object.fromEntries(
    settingRows.map(({ setting, kind }) => {
      const isText = kind === 'template' || kind === 'ledger'
      return [setting, isText ? texts : kind === 'decimals' ? fc.option(decimals) : decisions]
    }),
  ),
  api_key: fc.option(keys),
}

/** Arbitrary frozen settings with null, undefined, missing and unknown fields. */
export const arbitrarySettings: fc.Arbitrary<CompanySettings> = fc
  .tuple(
    unknownFields(Object.keys(settingFields)),
    fc.record(settingFields, { requiredKeys: ['snelstart_administratie_identifier'] }),
    fc.subarray(Object.keys(settingFields).slice(1), { maxLength: 3 }),
  )
  .map(([unknown, fields, undefinedFields]) =>
    frozen({
      ...unknown,
      ...fields,
      ...Object.fromEntries(undefinedFields.map((field) => [field, undefined])),
    }),
  )

const newProducts = fc.record({
  name: fc.string(),
  sku_code: fc.string(),
  revenue_group: identificationsOrNull,
})
const products = fc.option(
  fc.record({ id: identifications, name: fc.string(), sku_code: fc.option(fc.string()) }),
)

/** Generator of random form values of the wizard, valid or invalid. */
export const arbitraryWizardValues: fc.Arbitrary<WizardValues> = fc
  .record({
    application: fc.constantFrom('web', 'desktop'),
    ...createRecord(templateNames, () => identificationsOrNull),
    ...createRecord(yesNoChoiceNames, () => fc.boolean()),
    ...createRecord(productNames, () =>
      fc.record({ chosen: products, is_new: fc.boolean(), new_product: newProducts }),
    ),
  })
  .map(frozen)

/** Generates wizard decisions, half with the default walk-in customer. */
export const arbitraryDecisions: fc.Arbitrary<WizardDecisions> = fc
  .record({
    values: arbitraryWizardValues,
    ledgers: fc.record({
      cash: fc.string(),
      eft: fc.string(),
      webshop: fc.string(),
      ecr: fc.string(),
      payment_differences: fc.string(),
      cash_differences: fc.string(),
      emballage: fc.string(),
    }),
    relation: fc.record({
      id: identifications,
      code: fc.oneof(fc.constant('-2'), fc.integer().map(String)),
      name: fc.string(),
      kinds: fc.array(fc.string(), { maxLength: 2 }),
    }),
    info: fc.record({
      aantal_decimalen_artikelprijzen: decimals,
      verkoopprijs_artikelbestand_exclusief_btw: fc.boolean(),
    }),
  })
  .map(frozen)
