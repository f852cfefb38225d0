import { localeOfPath } from '../i18n/messages.ts'
import type { CallError, CallTrace, Reason } from './errors.ts'
import { codesIn } from './server-messages.ts'

const texts = {
  nl: () => import('../i18n/messages/nl/refusals.json'),
  en: () => import('../i18n/messages/en/refusals.json'),
}

/**
 * Puts plain words in place of the reasons of a refusal: for each, what its known codes mean, the same thing once;
 * one without stays as it came, with its codes. The trace gets both, as far as codes are known.
 */
export async function explain(
  { failure }: CallError,
  trace: CallTrace,
  page: URL,
  provider: string,
) {
  if (failure.kind !== 'status') return
  // A text stands under all codes that mean the same.
  const known = Object.entries((await texts[localeOfPath(page.pathname)]()).default)
  const told = new Map<string, Reason>()
  const originals: string[] = []
  for (const reason of failure.reasons ?? []) {
    const meanings = codesIn(reason.text).flatMap((code) =>
      known.flatMap(([codes, text]) => (codes.includes(code) ? text : [])),
    )
    if (meanings.length > 0) originals.push(reason.text)
    else told.set(reason.text, reason)
    for (const meaning of meanings) {
      const text = meaning.replace('{provider}', () => provider)
      told.set(text, { text })
    }
  }
  failure.reasons = [...told.values()]
  if (originals.length === 0) return
  trace.originals = originals.join(' ')
  trace.explained = failure.reasons.flatMap(({ text, lang }) => (lang ? [] : text)).join(' ')
}
