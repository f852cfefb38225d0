import * as z from 'zod/mini'
import { formRule, required } from '../../validation/rule.ts'
import { isLacking, templateFields, wizardValues, type WizardValues } from './values.ts'

const { snelstart } = wizardValues.shape
const { application } = snelstart.shape

/** An order template that is asked for has to be chosen. */
const templateRule = { key: 'validation:required' } as const

/** The rules of the wizard's form (§5); ledgers and relation are checked by stores of their own. */
export const wizardRules = z
  .object({
    ...wizardValues.shape,
    snelstart: z.object({ ...snelstart.shape, application: application.check(required()) }),
  })
  .check(
    ...Object.values(templateFields).map((template) =>
      formRule(
        template.field,
        templateRule,
        (values) => !isLacking(template, values as WizardValues),
      ),
    ),
  )
