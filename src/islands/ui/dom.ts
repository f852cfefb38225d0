import { copied, type Environment } from '../../lib/environment.ts'
import { translate } from '../../lib/i18n/page.ts'

export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    element.setAttribute(attribute, value)
  }
  element.append(...children)
  return element
}

/** Copies a text, and says so; where the browser refuses, it is selected to be copied by hand. */
export async function copyText(
  environment: Pick<Environment, 'copy' | 'log'>,
  text: string,
  status: Element,
  byHand: Element,
): Promise<void> {
  // Told again when it is asked for again.
  status.textContent = ''
  const isCopied = await copied(environment, text)
  status.textContent = isCopied
    ? `✓ ${translate('failure:copied')}`
    : translate('failure:copyByHand')
  if (isCopied) return
  byHand.textContent = text
  getSelection()?.selectAllChildren(byHand)
}
