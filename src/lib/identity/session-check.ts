import { CheckSessionIFrame } from 'oidc-client-ts'
import { sessionCheckIntervalSeconds } from '../limits.ts'

/** Checks the provider's session every 5 seconds in the provider's frame (§9), and reports a change once. */
export async function createSessionCheck(address: string, clientId: string, onChange: () => void) {
  const frame = new CheckSessionIFrame(
    () => {
      onChange()
      return Promise.resolve()
    },
    clientId,
    address,
    sessionCheckIntervalSeconds,
    // The check stops on errors, because it always fails in browsers that block the frame's cookies.
    true,
  )
  await frame.load()
  let checkedSession: string | null = null
  return {
    follow: (session: string | null | undefined) => {
      // A session is followed only once, because a changed session would report its change again and again.
      if (!session || session === checkedSession) return
      checkedSession = session
      frame.start(session)
    },
    stop: () => {
      checkedSession = null
      frame.stop()
    },
  }
}
export type SessionCheck = Awaited<ReturnType<typeof createSessionCheck>>
