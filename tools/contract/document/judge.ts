import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { complaint } from '../complaint.ts'

/** What is otherwise here than in Redocly's recommended set. */
const RULES = {
  // Nobody else is licensed to use the product.
  'info-license': 'off',
  // OpenAPI takes the written path before the one with a name: `/list` before `/{id}`.
  'no-ambiguous-paths': 'off',
  // What is not described is ignored, so that examples may have more.
  'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
} as const

/**
 * What is wrong with the text of an OpenAPI document, a line each: by OpenAPI's own schema, and, if that
 * has no complaint, by the linter. Empty when all is well.
 */
export async function documentProblems(text: string): Promise<string[]> {
  const { valid, errors = [] } = await new Validator({ strict: false }).validate(
    JSON.parse(text) as Record<string, unknown>,
  )
  if (!valid) {
    if (typeof errors === 'string') return [errors]
    return errors.map(complaint)
  }
  const config = await createConfig({ extends: ['recommended'], rules: RULES })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  return problems.map(({ location, message, ruleId }) => {
    const pointer = location[0]?.pointer ?? '#/'
    return `${pointer} ${message} (${ruleId})`
  })
}
