import type { AstroGlobal } from 'astro'
import i18next from 'i18next'
import {
  locales,
  type Locale,
  type Namespace,
  type TranslatedTexts,
  type Translate,
} from './messages.ts'

export function listLocalePaths() {
  return locales.map((locale) => ({ params: { locale: locale === 'nl' ? undefined : locale } }))
}

/** Returns a page's language and its translate function. */
export function getPageTranslation({ params }: Pick<AstroGlobal, 'params'>) {
  const locale: Locale = params.locale === 'en' ? 'en' : 'nl'
  return { locale, t: getTranslator(locale) }
}

export function getTranslator(locale: Locale): Translate {
  const translate = i18next.getFixedT(locale)
  return (key, parameters) => translate(key, { ...parameters })
}

/** Returns the texts as JSON, with English for missing translations (§1). */
export function serializeTexts(locale: Locale, namespaces: readonly Namespace[]): string {
  const texts = ['en', locale].flatMap((language) =>
    namespaces.flatMap((namespace) =>
      Object.entries(i18next.getResourceBundle(language, namespace) as TranslatedTexts).map(
        ([key, text]) => [`${namespace}:${key}`, text] as const,
      ),
    ),
  )
  // A "</script>" in a text would end the data block.
  return JSON.stringify(Object.fromEntries(texts)).replaceAll('<', '\\u003c')
}
