import type { Id } from '../../api/endpoint.ts'
import type { Message } from '../../i18n/messages.ts'
import { boardingSteps } from '../boarding-steps.ts'
import type { BoardingValues } from '../boarding-values.ts'
import { cocNumber } from '../coc.ts'
import { countryCode } from '../countries.ts'
import { websiteAddress } from '../website.ts'
import { plainEmail } from '../../validation/texts.ts'

const [merchant, company, subscription] = boardingSteps

/** What a row of the list holds, by the paths of the boarding form, each with its label. */
export const rowFields = { ...merchant.fields, ...company.fields, ...subscription.fields }
export type RowField = keyof typeof rowFields
const rowFieldNames = Object.keys(rowFields) as RowField[]
/** The fields that a user fills in of a row: who boards for themselves is its merchant (§2). */
export const fieldsOf = (isPolaris: boolean) =>
  rowFieldNames.filter((field) => !(isPolaris && field.startsWith('merchant_info.')))
/** All but the subscription, which is chosen. */
export type TextField = Exclude<RowField, 'subscription.selected'>

/** What is to be looked at before a row is sent; none of it holds the row back. */
export type Doubt =
  /** Another row of the list is about the same company. */
  | { kind: 'twin'; of: Row['id'] }
  /** An administration of that name and country is there, and nothing told of it speaks against it. */
  | {
      kind: 'exists'
      administration: Id
      /** Its number or e-mail address is the row's. */
      isCertain: boolean
      /** Without any, it may be what an earlier try has left. */
      hasLocations: boolean
      /** Its location of the row's name, if there is one, and it is certainly the row's. */
      location: Id | null
      /** The key that this browser made for that, and where it is approved. */
      approval: { key: Id; link: URL } | null
      /** Whether that is not coupled, and this browser has no key of it. */
      isKeyless: boolean
      /** Whether the rest of it is to be made unless somebody decides otherwise. */
      isUnfinished: boolean
    }
  /** Besides, the row's e-mail address has an account. */
  | { kind: 'account' }

/** One customer of the list. */
export interface Row {
  /** Its place in the list, from 0; the same as long as the list is. */
  id: number
  /** What the boarding form would hold, tidied as that is. */
  values: BoardingValues
  /** Name or id of its own subscription; empty: that of all. */
  plan: string
  /** Whether somebody decided that it is left out, or not. */
  decision: boolean | null
  /** Not to be made: so is a row that repeats another or exists, unless somebody decides otherwise. */
  isLeftOut: boolean
  /** What the rules of the boarding form find wrong. */
  problems: Readonly<Partial<Record<RowField, Message>>>
  doubts: readonly Doubt[]
  /** What it holds, as one text. */
  identity: string
  /** The same, and no other row's: also when the file is loaded again. */
  key: string
}

/** Whether a row can be made. */
export const isReady = ({ isLeftOut, problems, values }: Row) =>
  !isLeftOut && Object.keys(problems).length === 0 && values.subscription.selected !== null

/** Whether a row is held back by what it holds. */
export const isWrong = ({ isLeftOut, problems }: Row) =>
  !isLeftOut && Object.keys(problems).length > 0

/** Codes of countries as they were given: a list has the same few thousands of times. */
const codes = new Map<string, string>()

function codeOf(country: string): string {
  const code = codes.get(country) ?? countryCode(country)
  codes.set(country, code)
  return code
}

/** What an answer becomes once its field is left, as in the boarding form. */
const tidying: Readonly<Partial<Record<RowField, (text: string) => string>>> = {
  'merchant_info.username': plainEmail,
  'serial_info.serial.coc': cocNumber,
  'serial_info.serial.country_code': codeOf,
  'serial_info.serial.website_url': websiteAddress,
}

/** A text as the boarding form tidies it once its field is left. */
export function tidied(field: TextField, text: string): string {
  return tidying[field]?.(text) ?? text
}

type Parts = Readonly<Record<string, unknown>>

/** The text of a field. */
export function textOf(values: BoardingValues, field: TextField): string {
  return String(field.split('.').reduce<unknown>((part, name) => (part as Parts)[name], values))
}

/** What is held once a field has this text. */
export function withText(values: BoardingValues, field: TextField, text: string): BoardingValues {
  return put(values, field.split('.'), text) as BoardingValues
}

function put(part: unknown, [name = '', ...rest]: readonly string[], text: string): unknown {
  const parts = part as Parts
  return { ...parts, [name]: rest.length > 0 ? put(parts[name], rest, text) : text }
}

/** What a customer is, field by field: the same for all that differs in capitals and blanks only. */
function textsOf(values: BoardingValues): string[] {
  return rowFieldNames.map((field) => {
    const { selected } = values.subscription
    if (field === 'subscription.selected') return String(selected?.id ?? '')
    return tidied(field, textOf(values, field)).trim().replace(/\s+/g, ' ').toLowerCase()
  })
}

/** What a customer is, as one text. Two rows that hold the same have the same. */
export const identityOf = (values: BoardingValues): string => JSON.stringify(textsOf(values))

/** The fields in which a customer differs from another. */
export function differences(values: BoardingValues, others: BoardingValues): RowField[] {
  const texts = textsOf(others)
  const differing = new Set(textsOf(values).flatMap((text, at) => (text === texts[at] ? [] : [at])))
  return rowFieldNames.filter((_, at) => differing.has(at))
}
