import type { BoardingValues } from '../../lib/domain/boarding-values.ts'
import { defaultCountry } from '../form/filled-in.ts'

/** What a customer begins with (§9). */
export const nothingFilledIn: BoardingValues = {
  merchant_info: { full_name: '', username: '' },
  serial_info: {
    serial: { name: '', coc: '', country_code: defaultCountry, website_url: '' },
    location: { name: '' },
  },
  subscription: { selected: null },
}
