import { addTexts, pageLocale } from '../../lib/i18n/page.ts'

const words = {
  nl: () => import('../../lib/i18n/messages/nl/later/wizard.json'),
  en: () => import('../../lib/i18n/messages/en/later/wizard.json'),
}

/** Fetches the texts of what follows the wizard's first step, with what shows them. */
export async function withLaterTexts<Shown>(shown: Promise<Shown>): Promise<Shown> {
  const [texts] = await Promise.all([words[pageLocale()](), shown])
  addTexts('wizard', texts.default)
  return shown
}
