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

/** Dutch catalogue. Its files name every message key. */
interface Catalogue {
  approved: typeof import('./messages/nl/approved.json')
  boarding: typeof import('./messages/nl/boarding.json')
  check: typeof import('./messages/nl/check.json')
  connect: typeof import('./messages/nl/connect.json')
  customers: typeof import('./messages/nl/customers.json')
  dropdown: typeof import('./messages/nl/dropdown.json')
  failure: typeof import('./messages/nl/failure.json')
  form: typeof import('./messages/nl/form.json')
  home: typeof import('./messages/nl/home.json')
  links: typeof import('./messages/nl/links.json')
  lists: typeof import('./messages/nl/lists.json')
  requirements: typeof import('./messages/nl/requirements.json')
  rules: typeof import('./messages/nl/rules.json')
  shell: typeof import('./messages/nl/shell.json')
  validation: typeof import('./messages/nl/validation.json')
  wizard: typeof import('./messages/nl/wizard.json')
}

export type Namespace = keyof Catalogue
export type MessageKey = {
  [Name in Namespace]: `${Name}:${keyof Catalogue[Name] & string}`
}[Namespace]

/** A text to show: its key, and values for its `{placeholders}`. */
export interface Message {
  key: MessageKey
  parameters?: Readonly<Record<string, string>>
}

/** Texts by message key, of the namespaces that a page ships. */
export type Texts = Readonly<Record<string, string>>

export type Translate = (key: MessageKey, parameters?: Message['parameters']) => string

/** Letters that run from right to left; those beyond U+FFFF by the first half of their pair. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufefc\ud802\ud803\ud83a\ud83b]/
/** Characters that change the direction of what follows. */
const controls = /[\u202a-\u202e\u2066-\u2069]/g

/** A text from outside in a sentence: one that runs from right to left leaves the words around it where they are. */
export function isolateDirection(text: string): string {
  const plain = text.replace(controls, '')
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain
}

/** Turns a key into the page's text, with its placeholders filled in. Throws where the page does not ship it. */
export function createTranslate(texts: Texts): Translate {
  return (key, parameters = {}) => {
    const text = texts[key]
    if (text === undefined) throw new Error(`This page does not ship the message ${key}`)
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
      isolateDirection(parameters[name] ?? placeholder),
    )
  }
}

/**
 * Messages that §2 and §8 word in English for the Dutch interface as well, and are pronounced so; with the Dutch
 * that is said above them, where they stand by themselves.
 */
export const english: Readonly<Partial<Record<MessageKey, MessageKey | null>>> = {
  'boarding:merchantExists': 'shell:dialogAccount',
  'boarding:noRights': 'shell:dialogRights',
  'boarding:registrationFailed': 'shell:dialogRegistration',
  'boarding:userNotFound': 'shell:dialogUser',
  'connect:chooseAdministrationFirst': null,
  'connect:loadingLocations': null,
  'connect:noLocations': null,
  'connect:selectLocation': null,
  'connect:formData': null,
  'connect:busy': null,
  'dropdown:noneFound': null,
  'dropdown:empty': null,
  'failure:creatingLocation': 'shell:dialogCoupling',
  'failure:session': 'shell:dialogSession',
  'shell:notAuthenticated': null,
  'wizard:paymentLedgerId': null,
  'wizard:startImport': 'shell:dialogImport',
  'wizard:stillSending': 'shell:dialogSaving',
}

/** The language of a message where it is not the page's, for a `lang` attribute. */
export const foreignLanguage = (key: MessageKey): Locale | undefined =>
  key in english ? 'en' : undefined
