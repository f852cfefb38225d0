import type { PublicConfiguration } from '../../../src/lib/configuration/variables.ts'
import type { Discovered } from '../../../src/lib/identity/provider.ts'
import { ask, type RawAnswer } from './ask.ts'

/**
 * What answers: a server, which can do all that the policy asks for; or a host of files such as
 * Netlify, which cannot (`deploy/static`).
 */
export type Host = 'of the whole policy' | 'of files'

/** The portal that is asked. */
export interface Target {
  /** Without a slash at the end. */
  origin: string
  configuration: PublicConfiguration
  /** The provider's addresses that its pages come with; undefined: they ask for them. */
  discovered?: Discovered | undefined
  host: Host
}

export const HTML = 'text/html; charset=utf-8'

export const askAt = (
  { origin }: Target,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawAnswer> => ask(origin, path, { headers, method })

/** Says of each difference where it is. */
export const named = (where: string, differences: readonly string[]): string[] =>
  differences.map((difference) => `${where}: ${difference}`)
