import { getPathLocale } from '../i18n/messages.ts'
import type { CallError, CallDiagnostics, RefusalReason } from './errors.ts'
import { findErrorCodes } from './server-messages.ts'

const texts = {
  nl: () => import('../i18n/messages/nl/refusals.json'),
  en: () => import('../i18n/messages/en/refusals.json'),
}

/** Explains the error codes in the reasons of a refusal. */
export async function explainRefusal(
  { failure }: CallError,
  trace: CallDiagnostics,
  page: URL,
  provider: string,
) {
  if (failure.kind !== 'status') return
  // A key contains all error codes that share the text.
  const entries = Object.entries((await texts[getPathLocale(page.pathname)]()).default)
  const reasons = new Map<string, RefusalReason>()
  const originals: string[] = []
  for (const reason of failure.reasons ?? []) {
    const meanings = findErrorCodes(reason.text).flatMap((code) =>
      entries.flatMap(([codes, text]) => (codes.includes(code) ? text : [])),
    )
    if (meanings.length > 0) originals.push(reason.text)
    else reasons.set(reason.text, reason)
    for (const meaning of meanings) {
      const text = meaning.replace('{provider}', () => provider)
      reasons.set(text, { text })
    }
  }
  failure.reasons = [...reasons.values()]
  if (originals.length === 0) return
  trace.originals = originals.join(' ')
  trace.explained = failure.reasons.flatMap(({ text, lang }) => (lang ? [] : text)).join(' ')
}
