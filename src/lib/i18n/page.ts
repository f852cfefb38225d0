import {
  createTranslate,
  type Locale,
  type Message,
  type TranslatedTexts,
  type Translate,
} from './messages.ts'

export const getTranslationsElementId = (locale: Locale) => `texts-${locale}`

const pageTexts: Partial<Record<Locale, TranslatedTexts>> = {}
let provider = '{provider}'

export function setProviderName(name: string): void {
  provider = name
}

/** Translates a message with the texts that the page includes. */
export const translate: Translate = (key, parameters) => {
  if (!isMessageKey(key)) reportError(new Error(`This page does not ship the message ${key}`))
  return createTranslate(texts())(key, { provider, ...parameters })
}

/** True if the page includes a text for a message key. */
export const isMessageKey = (key: string) => Object.hasOwn(texts(), key)

export const translateMessage = ({ key, parameters }: Message) => translate(key, parameters)

/** Reads the original language, because browser translation changes `lang`. */
export function getPageLocale(): Locale {
  return document.documentElement.dataset.locale === 'en' ? 'en' : 'nl'
}

function texts(): TranslatedTexts {
  const locale = getPageLocale()
  const block = document.getElementById(getTranslationsElementId(locale))
  return (pageTexts[locale] ??= JSON.parse(block?.textContent ?? '{}') as TranslatedTexts)
}
