import { isolated } from './isolate.ts'
import type boarding from './messages/nl/boarding.json'
import type connect from './messages/nl/connect.json'
import type dropdown from './messages/nl/dropdown.json'
import type failure from './messages/nl/failure.json'
import type form from './messages/nl/form.json'
import type home from './messages/nl/home.json'
import type lists from './messages/nl/lists.json'
import type rules from './messages/nl/rules.json'
import type shell from './messages/nl/shell.json'
import type validation from './messages/nl/validation.json'
import type wizard from './messages/nl/wizard.json'

export const locales = ['nl', 'en'] as const
export type Locale = (typeof locales)[number]

/** The language that a path of the portal is in: English under /en, Dutch elsewhere. */
export function localeOfPath(path: string): Locale {
  return /^\/en(?:[/?]|$)/.test(path) ? 'en' : 'nl'
}

/** A path of the portal, given without a language, in a language: Dutch as it is, English under /en. */
export function localizedPath(locale: Locale, path: `/${string}`): string {
  if (locale === 'nl') return path
  return path === '/' ? '/en' : `/en${path}`
}

/** The Dutch catalogue: it names every message. */
interface Catalogue {
  boarding: typeof boarding
  connect: typeof connect
  dropdown: typeof dropdown
  failure: typeof failure
  form: typeof form
  home: typeof home
  lists: typeof lists
  rules: typeof rules
  shell: typeof shell
  validation: typeof validation
  wizard: typeof wizard
}

export type Namespace = keyof Catalogue
export type MessageKey = {
  [Name in Namespace]: `${Name}:${keyof Catalogue[Name] & string}`
}[Namespace]

/** What a store says: which message, and what fills its `{placeholders}`. The screen has the words. */
export interface Message {
  key: MessageKey
  parameters?: Readonly<Record<string, string>>
}

/** Texts by message key, of the namespaces that a page ships. */
export type Texts = Readonly<Record<string, string>>

export type Translate = (key: MessageKey, parameters?: Message['parameters']) => string

/**
 * Turns a message key into the text of the page's language, with its placeholders filled in.
 *
 * @throws {Error} when the page does not ship the message: a programming error
 */
export function createTranslate(texts: Texts): Translate {
  return (key, parameters = {}) => {
    const text = texts[key]
    if (text === undefined) throw new Error(`This page does not ship the message ${key}`)
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
      isolated(parameters[name] ?? placeholder),
    )
  }
}

/**
 * Messages that §2 and §8 word in English for the Dutch interface as well. They are marked as
 * English, so that they are pronounced so.
 */
const english: ReadonlySet<MessageKey> = new Set<MessageKey>([
  'boarding:merchantExists',
  'boarding:noRights',
  'boarding:registrationFailed',
  'boarding:userNotFound',
  'connect:chooseAdministrationFirst',
  'connect:loadingLocations',
  'connect:noLocations',
  'connect:selectLocation',
  'connect:formData',
  'connect:busy',
  'dropdown:noneFound',
  'dropdown:empty',
  'failure:creatingLocation',
  'failure:session',
  'shell:notAuthenticated',
  'wizard:paymentLedgerId',
  'wizard:startImport',
  'wizard:stillSending',
])

/** The language of a message where it is not the page's, for a `lang` attribute. */
export function foreignLanguage(key: MessageKey): Locale | undefined {
  return english.has(key) ? 'en' : undefined
}
