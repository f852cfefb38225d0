export const locales = ['nl', 'en'] as const
export type Locale = (typeof locales)[number]

/** Returns the language of a path: English under /en, Dutch elsewhere. */
export function getPathLocale(path: string): Locale {
  return /^\/en(?:[/?]|$)/.test(path) ? 'en' : 'nl'
}

/** Adds /en to a path for English. */
export function localizePath(locale: Locale, path: `/${string}`): string {
  if (locale === 'nl') return path
  return path === '/' ? '/en' : `/en${path}`
}

/** Dutch catalogue of messages, whose files define every message key. */
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

/** Message to show: its key, and values for its `{placeholders}`. */
export interface Message {
  key: MessageKey
  parameters?: Readonly<Record<string, string>>
}

/** Translated texts of a page, by message key. */
export type TranslatedTexts = Readonly<Record<string, string>>

export type Translate = (key: MessageKey, parameters?: Message['parameters']) => string

/** Letters of right-to-left scripts, some by their first surrogate. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufefc\ud802\ud803\ud83a\ud83b]/
/** Control characters that change the direction of text. */
const controls = /[\u202a-\u202e\u2066-\u2069]/g

/** Keeps right-to-left text from moving the words around it. */
export function isolateDirection(text: string): string {
  const plain = text.replace(controls, '')
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain
}

/** Creates a translator that avoids a second full stop after "B.V.". */
export function createTranslate(texts: TranslatedTexts): Translate {
  return (key, parameters = {}) =>
    (texts[key] ?? key).replace(/\{(\w+)\}(\.?)/g, (_, name: string, stop: string) => {
      const value = parameters[name] ?? `{${name}}`
      return isolateDirection(value) + (value.endsWith('.') ? '' : stop)
    })
}

/** Maps messages that stay English to their Dutch translation (§2, §8). */
export const englishMessages: Readonly<Partial<Record<MessageKey, MessageKey | null>>> = {
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

/** Returns a message's `lang` if it differs from the page's. */
export const getMessageLanguage = (key: MessageKey): Locale | undefined =>
  key in englishMessages ? 'en' : undefined
