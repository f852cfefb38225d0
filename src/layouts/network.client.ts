import type { Environment } from '../lib/environment.ts'
import { element } from './element.ts'
import { showText } from './show-text.ts'

/** Shows a notice while the browser has no network. */
export function showNetwork({ isOnline, on }: Environment): void {
  const show = () => showText(element('network'), isOnline() ? undefined : { key: 'shell:offline' })
  on('network', show)
  show()
}
