import { configurationId } from '../lib/configuration/load.ts'
import { element } from './element.ts'

/** What the page's server filled in; empty where it is not the portal's own. */
export function configurationInPage(): string {
  return element(configurationId).textContent.trim()
}
