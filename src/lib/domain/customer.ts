import * as z from 'zod/mini'
import { subscriptionSchema, type Subscription } from '../api/registrations.ts'
import type { Locale, Message, MessageKey } from '../i18n/messages.ts'
import { getRuleMessage, requiredRule, createTextRule, type InputRule } from '../validation/rule.ts'
import { alphanumericRule, emailRule, urlRule } from '../validation/texts.ts'
import {
  findCocDoubt,
  normalizeCocNumber,
  findCountryCode,
  findCountryName,
  isRoundedBySpreadsheet,
  addProtocol,
} from './company.ts'
import type { FormStep } from './steps.ts'
import { cleanText, extractEmail } from './text.ts'

/** Field of a customer in forms, lists and results (§2). */
interface CustomerField {
  label: MessageKey
  /** Dutch and English column heading, then synonyms, separated by `|`. */
  headings: string
  example: string
  isRequired: boolean
  /** Initial value (§9). The default is an empty text. */
  initial?: string
  /** Normalises the result of `cleanText` for rules and requests. */
  tidy?: (text: string) => string
  rules?: readonly InputRule[]
  doubt?: (text: string, country: string) => MessageKey | undefined
  /** Returns the text for the customer review, by default the input. */
  reviewText?: (text: string, locale: Locale) => string
  type?: 'email' | 'url'
  placeholder?: string
  autoComplete?: string
  /** Column width in characters, by default the remaining space. */
  size?: number
}

const fields = {
  'merchant_info.full_name': {
    label: 'boarding:fullName',
    headings: 'Naam|Name|Full name|Contactpersoon|Contact person|Contact|Ter attentie van',
    example: 'Anna de Vries',
    isRequired: true,
    autoComplete: 'name',
    size: 10,
  },
  'merchant_info.username': {
    label: 'boarding:username',
    headings: 'Email|Email|E-mailadres|Mailadres|Mail|Email address|Username',
    example: 'anna@bakkerijdevries.example',
    isRequired: true,
    tidy: extractEmail,
    rules: [emailRule()],
    type: 'email',
    autoComplete: 'email',
    size: 18,
  },
  'serial_info.serial.name': {
    label: 'boarding:companyName',
    headings: 'Bedrijfsnaam|Company name|Bedrijf|Company|Handelsnaam|Organisatie|Relatienaam',
    example: 'Bakkerij De Vries',
    isRequired: true,
    autoComplete: 'organization',
  },
  'serial_info.serial.coc': {
    label: 'boarding:coc',
    headings:
      'KvK|Chamber of commerce number|KvK-nummer|KvK nr|Kamer van Koophandel|Chamber of commerce|CoC',
    example: '12345678',
    isRequired: false,
    tidy: normalizeCocNumber,
    rules: [
      createTextRule({ key: 'validation:cocRounded' }, (text) => !isRoundedBySpreadsheet(text)),
      alphanumericRule(),
    ],
    doubt: findCocDoubt,
    autoComplete: 'off',
    size: 10,
  },
  'serial_info.serial.country_code': {
    label: 'boarding:countryCode',
    headings: 'Land|Country|Landcode|Country code|LandID|Country ID|Country / Region',
    example: 'NL',
    isRequired: true,
    initial: 'NL',
    tidy: findCountryCode,
    rules: [createTextRule({ key: 'validation:country' }, (code) => code.length === 2)],
    reviewText: findCountryName,
    placeholder: 'NL',
    autoComplete: 'country',
    size: 3,
  },
  'serial_info.serial.website_url': {
    label: 'boarding:website',
    headings: 'Website|Website|Website URL|URL|Webadres|Homepage',
    example: 'https://bakkerijdevries.example',
    isRequired: false,
    tidy: addProtocol,
    rules: [urlRule()],
    type: 'url',
    autoComplete: 'url',
    size: 8,
  },
  'serial_info.location.name': {
    label: 'boarding:locationName',
    headings: 'Locatie Naam|Location name|Locatie|Location|Vestiging|Vestigingsnaam|Filiaal',
    example: 'Markt',
    isRequired: true,
    autoComplete: 'off',
    size: 9,
  },
  'subscription.selected': {
    label: 'boarding:subscriptionStep',
    headings: 'Abonnement|Subscription',
    example: '',
    // Lists may omit this field, although the form requires it.
    isRequired: false,
  },
} as const satisfies Readonly<Record<string, CustomerField>>

export type FieldName = keyof typeof fields
/** Path of a text field, including its step and group. */
export type TextFieldName = Exclude<FieldName, 'subscription.selected'>

/** A new field must also be added to the request in `boarding.ts`. */
export const customerFields: Readonly<Record<FieldName, CustomerField>> = fields
export const fieldNames = Object.keys(fields) as FieldName[]
export const textFieldNames = fieldNames.filter((field) => field !== 'subscription.selected')

/** Returns the fields, without the merchant fields in the polaris flow (§2). */
export const listCustomerFields = (isPolaris: boolean) =>
  fieldNames.filter((field) => !(isPolaris && isMerchants(field)))
const isMerchants = (field: FieldName) => field.startsWith('merchant_info.')

export const listNestedTextFields = (path: string) =>
  textFieldNames.filter((field) => field.startsWith(`${path}.`))

export type BoardingStep = 'merchant_info' | 'serial_info' | 'subscription'

const step = (name: BoardingStep, label: MessageKey): FormStep<BoardingStep> => ({
  name,
  label,
  fields: Object.fromEntries(
    fieldNames
      .filter((field) => field.startsWith(`${name}.`))
      .map((field) => [field, customerFields[field].label]),
  ),
})
/** Steps of the boarding form (§2), in their order. */
export const boardingSteps = [
  step('merchant_info', 'boarding:merchantStep'),
  step('serial_info', 'boarding:companyStep'),
  step('subscription', 'boarding:subscriptionStep'),
]

/** Creates a schema of the boarding form (§2). */
function schemaOf(
  text: (field: TextFieldName) => z.ZodMiniType<string, string>,
  selected: z.ZodMiniType<Subscription | null, Subscription | null>,
) {
  return z.object({
    merchant_info: z.object({
      full_name: text('merchant_info.full_name'),
      username: text('merchant_info.username'),
    }),
    serial_info: z.object({
      serial: z.object({
        name: text('serial_info.serial.name'),
        coc: text('serial_info.serial.coc'),
        country_code: text('serial_info.serial.country_code'),
        website_url: text('serial_info.serial.website_url'),
      }),
      location: z.object({ name: text('serial_info.location.name') }),
    }),
    subscription: z.object({ selected }),
  })
}

/** Schema of the form's values, valid or not. */
export const boardingValues = schemaOf(() => z.string(), z.nullable(subscriptionSchema))
export type BoardingValues = z.infer<typeof boardingValues>
type Parts = Readonly<Record<string, unknown>>

export function getText(values: BoardingValues, field: TextFieldName): string {
  return String(field.split('.').reduce<unknown>((part, name) => (part as Parts)[name], values))
}

/** Returns the warning about a value that is probably a mistake. */
export const findWarning = (values: BoardingValues, field: FieldName): MessageKey | undefined =>
  field === 'subscription.selected'
    ? undefined
    : customerFields[field].doubt?.(getText(values, field), values.serial_info.serial.country_code)

/** Returns a copy of the values with a new text for `field`. */
export const setFieldText = (values: BoardingValues, field: TextFieldName, text: string) =>
  put(values, field.split('.'), text) as BoardingValues

function put(part: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  const parts = part as Parts | undefined
  return { ...parts, [name]: rest.length > 0 ? put(parts?.[name], rest, value) : value }
}

export const initialCustomer = textFieldNames.reduce<BoardingValues>(
  (values, field) => setFieldText(values, field, customerFields[field].initial ?? ''),
  { subscription: { selected: null } } as BoardingValues,
)

/** True if a text field differs from its initial value. */
export const isCustomerFilledIn = (values: BoardingValues) =>
  textFieldNames.some((field) => getText(values, field) !== getText(initialCustomer, field))

/** True if a customer list needs no column for the field. */
export const isFieldOptional = (field: FieldName) =>
  !customerFields[field].isRequired || customerFields[field].initial !== undefined

/** Returns a field's text as it is sent. */
export function normalizeText(field: TextFieldName, text: string): string {
  const clean = cleanText(text)
  if (isFieldOptional(field) && /^(?:null|nvt|geen|onbekend|none)$/i.test(clean)) return ''
  return customerFields[field].tidy?.(clean) ?? clean
}

export const normalizeCustomer = (values: BoardingValues) =>
  textFieldNames.reduce(
    (tidied, field) => setFieldText(tidied, field, normalizeText(field, getText(values, field))),
    values,
  )

/** Returns the boarding rules for normalised texts (§5). */
export function createBoardingRules(isPolaris: boolean) {
  return schemaOf((field) => {
    if (isPolaris && isMerchants(field)) return z.string()
    const { isRequired, rules = [] } = customerFields[field]
    return z.string().check(
      z.overwrite((text) => normalizeText(field, text)),
      ...(isRequired ? [requiredRule()] : []),
      ...rules,
    )
  }, z.nullable(subscriptionSchema).check(requiredRule()))
}

export function createCustomerValidator(isPolaris: boolean) {
  const rules = createBoardingRules(isPolaris)
  return (values: BoardingValues): Readonly<Partial<Record<FieldName, Message>>> => {
    const { issues = [] } = rules.safeParse(values).error ?? {}
    const found = issues.map((issue) => [issue.path.join('.'), getRuleMessage(issue)] as const)
    // The reversed order makes the first error of a field win.
    return Object.fromEntries(found.reverse())
  }
}

/** Returns the heading of a field in the template. */
export const getColumnHeading = (field: FieldName, locale: Locale) =>
  customerFields[field].headings.split('|')[locale === 'nl' ? 0 : 1] ?? ''
