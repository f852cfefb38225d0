import type { Locale } from '../../i18n/messages.ts'
import type { RowField } from './row.ts'

/** What a column may be called: in Dutch and in English as the template has it, then as others do. */
const names: Readonly<Record<RowField, string>> = {
  'merchant_info.full_name': 'Naam|Name|Full name|Contactpersoon|Contact person',
  'merchant_info.username': 'Email|Email|E-mailadres|Mailadres|Email address|Username',
  'serial_info.serial.name': 'Bedrijfsnaam|Company name|Bedrijf|Company',
  'serial_info.serial.coc':
    'KvK|Chamber of commerce number|KvK-nummer|KvK nr|Kamer van Koophandel|CoC',
  'serial_info.serial.country_code': 'Land|Country|Landcode|Country code',
  'serial_info.serial.website_url': 'Website|Website|Website URL|URL',
  'serial_info.location.name': 'Locatie Naam|Location name|Locatie|Location|Vestiging|Filiaal',
  'subscription.selected': 'Abonnement|Subscription',
}

/** Without a difference between capitals and small letters, accents, blanks and signs. */
const plain = (heading: string) =>
  heading
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

const fields = new Map(
  Object.entries(names).flatMap(([field, all]) =>
    all.split('|').map((name) => [plain(name), field as RowField] as const),
  ),
)

/** The field that a column is for, by its heading in either language. */
export function fieldOf(heading: string): RowField | undefined {
  return fields.get(plain(heading))
}

const nameParts = ['voornaam|firstname', 'tussenvoegsel|prefix', 'achternaam|lastname|surname']

/** Which part of a full name a column is for, by its heading: from 0, in their order; -1 for none. */
export function namePartOf(heading: string): number {
  return nameParts.findIndex((part) => part.split('|').includes(plain(heading)))
}

/** The heading of a field, in the template's words. */
export function headingOf(field: RowField, locale: Locale): string {
  return names[field].split('|')[locale === 'nl' ? 0 : 1] ?? ''
}
