import { writeToClipboard, type Environment } from '../../lib/environment.ts'
import { translate } from '../../lib/i18n/page.ts'

export function buildElement<Name extends keyof HTMLElementTagNameMap>(
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

/** Copies a text, or selects it in `byHand` on failure. */
export async function copyText(
  environment: Pick<Environment, 'copy' | 'log'>,
  text: string,
  status: Element,
  byHand: Element,
): Promise<void> {
  // A live region does not announce an identical text a second time.
  status.textContent = ''
  const isCopied = await writeToClipboard(environment, text)
  status.textContent = isCopied
    ? `✓ ${translate('failure:copied')}`
    : translate('failure:copyByHand')
  if (isCopied) return
  byHand.textContent = text
  getSelection()?.selectAllChildren(byHand)
}
