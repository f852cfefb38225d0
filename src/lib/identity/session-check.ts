import { CheckSessionIFrame, type OidcClient, type User } from 'oidc-client-ts'
import type { Environment } from '../environment.ts'
import { sessionCheckIntervalSeconds } from '../limits.ts'

/** Asks the provider's own frame, every 5 seconds (§9), whether its session still is the user's. */
export interface SessionCheck {
  /** Checks for this user from now on; does nothing where the provider has no such frame. */
  follow: (user: User) => void
  stop: () => void
  onChange: (listener: () => void) => void
}

export function createSessionCheck(
  { metadataService, settings }: OidcClient,
  log: Environment['log'],
): SessionCheck {
  let frame: Promise<CheckSessionIFrame | null> | null = null
  let checked: string | null = null
  let listener: () => void = () => undefined

  async function load(): Promise<CheckSessionIFrame | null> {
    const address = await metadataService.getCheckSessionIframe()
    if (!address) return null
    const loaded = new CheckSessionIFrame(
      () => {
        listener()
        return Promise.resolve()
      },
      settings.client_id,
      address,
      sessionCheckIntervalSeconds,
      false,
    )
    await loaded.load()
    return loaded
  }

  return {
    follow: ({ session_state: session }) => {
      // The same session again, after the frame said that it had changed, would ask for ever.
      if (!session || session === checked) return
      checked = session
      frame ??= load().catch((error: unknown) => {
        log('the session cannot be checked', { message: String(error) })
        return null
      })
      void frame.then((loaded) => loaded?.start(session))
    },
    stop: () => {
      checked = null
      void frame?.then((loaded) => loaded?.stop())
    },
    onChange: (given) => {
      listener = given
    },
  }
}
