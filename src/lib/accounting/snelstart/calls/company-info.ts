import * as z from 'zod/mini'
import { choice, id, ofLocation, read } from '../../../api/endpoint.ts'

/** A number of decimals, also as text. */
const decimals = id.check(
  z.check(({ value, issues }) => {
    if (!/^\d+$/.test(String(value))) {
      issues.push({ code: 'custom', input: value, message: 'No number of decimals' })
    }
  }),
)

const companyInfo = z.object({
  aantal_decimalen_artikelprijzen: decimals,
  verkoopprijs_artikelbestand_exclusief_btw: choice,
})
/** What the accounting package says of its prices (§3). */
export type CompanyInfo = z.infer<typeof companyInfo>

export const getCompanyInfo = read({
  path: '/snelstart/company/info',
  request: z.object({ query: ofLocation.query }),
  response: companyInfo,
})
