import * as z from 'zod/mini'
import { asReceived, id, isSet, ofLocation, read, write, type Id } from '../../api/endpoint.ts'

const apiKey = z.nullish(
  z.catchall(z.object({ id: z.nullish(id), default_no_relation: z.nullish(id) }), asReceived),
)

/** Settings (§3), sent back as they were read but for what is decided: `isSet` and `choiceOf` read one. */
export interface CompanySettings {
  snelstart_administratie_identifier: Id
  api_key?: z.output<typeof apiKey>
  [other: string]: unknown
}

export const companySettings: z.ZodMiniType<CompanySettings, CompanySettings> = z.catchall(
  z.object({ snelstart_administratie_identifier: id, api_key: apiKey }),
  asReceived,
)

/** GET /snelstart/company; null while the coupling is not confirmed (404 or 409). */
export const getCompanySettings = read({
  path: '/snelstart/company',
  absent: [404, 409],
  request: z.object(ofLocation),
  response: z.nullable(companySettings),
})

/** Whether a wizard was completed for a coupling: its settings name where cash is booked. */
export const isSetUp = (settings: CompanySettings) => isSet(settings.default_cash_payment_ledger)

export const saveCompanySettings = write({
  path: '/snelstart/company/{identifier}',
  request: z.object({
    ...ofLocation,
    path: z.object({ identifier: id }),
    body: companySettings,
  }),
})
