import { settings as settingsTable } from '../../../src/lib/accounting/snelstart/choices.ts'
import type { JsonSchema } from './json-schema.ts'

/** The number of a ledger: digits, of which zeros at the beginning count. */
export const ledgerNumber: JsonSchema = { type: 'string', pattern: '^\\d+$' }
const choice: JsonSchema = { type: 'boolean' }
const decimals: JsonSchema = { type: 'integer', minimum: 0 }

const orNull = (schema: JsonSchema, description: string): JsonSchema => ({
  anyOf: [schema, { type: 'null' }],
  description,
})
const template = orNull({ $ref: '#/components/schemas/Id' }, 'Id of an order template; null: none.')

function settings(of: Readonly<Record<'template' | 'ledger', JsonSchema>>) {
  const schemas: Readonly<Partial<Record<string, JsonSchema>>> = { ...of, decimals }
  return Object.fromEntries(
    settingsTable.map(({ setting, kind }) => [setting, schemas[kind] ?? choice]),
  )
}

/** The settings as a service does best to answer them; a ledger is null until one is set. */
export const answeredSettings: Readonly<Record<string, JsonSchema>> = settings({
  template,
  ledger: orNull(ledgerNumber, 'Number of a ledger; null: none is set.'),
})

/** The settings as the wizard sends them (§4). */
export const sentSettings: Readonly<Record<string, JsonSchema>> = {
  ...settings({ template, ledger: ledgerNumber }),
  write_order: { description: 'false with stock management; else as it was read.' },
  write_cash_count: { const: true },
}
