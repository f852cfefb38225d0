import type { BoardingValues } from '../../lib/domain/boarding-values.ts'

/** Country of a new customer unless another one is chosen (§9). */
const defaultCountry = 'NL'

/** What a customer begins with (§9). */
export const nothingFilledIn: BoardingValues = {
  merchant_info: { full_name: '', username: '' },
  serial_info: {
    serial: { name: '', coc: '', country_code: defaultCountry, website_url: '' },
    location: { name: '' },
  },
  subscription: { selected: null },
}

type Customer = Omit<BoardingValues, 'subscription'>

/** Whether anything is filled in about a customer; the only subscription there is, is chosen by itself. */
export function isCustomerFilledIn({ merchant_info: merchant, serial_info: company }: Customer) {
  const { name, coc, website_url: website, country_code: country } = company.serial
  const texts = [merchant.full_name, merchant.username, name, coc, website, company.location.name]
  return country !== defaultCountry || texts.some((text) => text !== '')
}

/** What the wizard keeps; values only while they are other than what it begins with. */
interface WizardDraft {
  values?: unknown
  ledgers: readonly unknown[]
  relationCode?: string | undefined
}

/** Whether anything is filled in that the wizard would not begin with by itself. */
export function isWizardFilledIn({ values, ledgers, relationCode }: WizardDraft): boolean {
  return values !== undefined || ledgers.length > 0 || relationCode !== undefined
}
