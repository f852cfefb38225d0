import type { Environment } from '../lib/environment.ts'
import { element } from './element.ts'
import { showText } from './show-text.ts'

/** Says so as long as the browser has no network. The words came with the page. */
export function showNetwork({ isOnline, onNetworkChange }: Environment): void {
  const show = () => showText(element('network'), isOnline() ? undefined : { key: 'shell:offline' })
  onNetworkChange(show)
  show()
}
