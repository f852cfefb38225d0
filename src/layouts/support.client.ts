import type { PublicConfiguration } from '../lib/configuration/variables.ts'
import { nameProvider, translate } from '../lib/i18n/page.ts'
import { element } from './element.ts'

/** Fills in the provider's name in all texts, and their contact details in the footer. */
export function showSupport({ provider, support }: PublicConfiguration): void {
  nameProvider(provider.name)
  const footer = element('support')
  footer.hidden = support.length === 0
  footer.textContent = translate('shell:support')
  for (const { text, address } of support) {
    const link = document.createElement('a')
    link.href = address
    link.textContent = text
    footer.append(' ', link)
  }
}
