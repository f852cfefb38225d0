import type { PublicConfiguration } from '../configuration/variables.ts'

/** The address of the one page that finishes a sign-in. */
export const callbackPath = '/callback'

/** Who asks whom to sign in. */
export interface Asking {
  authority: string
  clientId: string
  /** The portal's own. */
  origin: string
  redirectUri: string
  locale: string
}

/** @param here the origin that the browser is on */
export function askingOf(
  {
    identity: { authority, clientId },
    publicUrl,
  }: Pick<PublicConfiguration, 'publicUrl'> & {
    identity: Pick<PublicConfiguration['identity'], 'authority' | 'clientId'>
  },
  here: string,
  locale: string,
): Asking {
  const origin = publicUrl ?? here
  return { authority, clientId, origin, redirectUri: origin + callbackPath, locale }
}
