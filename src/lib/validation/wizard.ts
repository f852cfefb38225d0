import * as z from 'zod/mini'
import { wizardValues } from '../domain/wizard-values.ts'
import { required } from './presence.ts'
import { formRule, isEmpty, type Rule } from './rule.ts'

const { snelstart, inhandel } = wizardValues.shape

type Values = Readonly<Record<string, unknown>>

/** A field of a group that is required in some cases. */
function requiredWhen(field: string, isNeeded: (values: Values) => boolean): Rule {
  return formRule(
    field,
    { rule: 'required', key: 'validation:required' },
    (values) => !isNeeded(values) || !isEmpty(values[field]),
  )
}

const usesStock = ({ use_stock: isOn }: Values) => isOn === true

/** The rules of the wizard's form (§5); ledgers and relation are checked by stores of their own. */
export const wizardRules = z.object({
  ...wizardValues.shape,
  snelstart: z
    .object({ ...snelstart.shape, application: snelstart.shape.application.check(required()) })
    .check(requiredWhen('default_order_template', ({ application }) => application === 'desktop')),
  inhandel: inhandel.check(
    requiredWhen('register_order_template', usesStock),
    requiredWhen('account_order_template', usesStock),
  ),
})
