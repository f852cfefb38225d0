import { extname } from 'node:path'
import { ON_DEMAND } from '../handler.ts'

/** What an answer was: few, whatever is asked for. */
export type Kind = 'page' | 'asset' | 'endpoint' | 'redirect' | 'missing' | 'refused'

/** What `target`, a path with its query, was answered with; `status` is one that the portal sends. */
export function kindOf(status: number, target = ''): Kind {
  if (status === 404) return 'missing'
  if (status >= 400 && status < 500) return 'refused'
  if (status >= 300 && status !== 304) return status < 400 ? 'redirect' : 'endpoint'
  const [path = ''] = target.split('?', 1)
  if (ON_DEMAND.has(path)) return 'endpoint'
  return extname(path) === '' ? 'page' : 'asset'
}
