import type { Administration } from '../api/serials.ts'

/** Name with the country code in brackets (§2), where the administration has one. */
export function administrationLabel({ name, country_code: country }: Administration): string {
  return country ? `${name} (${country})` : name
}
