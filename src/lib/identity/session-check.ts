import { CheckSessionIFrame } from 'oidc-client-ts'
import { sessionCheckIntervalSeconds } from '../limits.ts'

/** Asks the provider's own frame, every 5 seconds (§9), whether its session still is the user's. */
export interface SessionCheck {
  /** Checks this session from now on. */
  follow: (session: string | null | undefined) => void
  stop: () => void
}

/**
 * @param address of the provider's frame
 * @param onChange is called once for each session that is followed
 */
export async function createSessionCheck(
  address: string,
  clientId: string,
  onChange: () => void,
): Promise<SessionCheck> {
  const told = () => {
    onChange()
    return Promise.resolve()
  }
  // Where the browser blocks the frame's cookies, each check would fail. The next refresh tells instead.
  const stopsOnError = true
  const frame = new CheckSessionIFrame(
    told,
    clientId,
    address,
    sessionCheckIntervalSeconds,
    stopsOnError,
  )
  await frame.load()
  let checked: string | null = null
  return {
    follow: (session) => {
      // Checking a session again whose change was reported would never end.
      if (!session || session === checked) return
      checked = session
      frame.start(session)
    },
    stop: () => {
      checked = null
      frame.stop()
    },
  }
}
