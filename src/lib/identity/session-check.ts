import { CheckSessionIFrame } from 'oidc-client-ts'
import { sessionCheckIntervalSeconds } from '../limits.ts'

/** Checks the session every 5 seconds in the provider's frame (§9), and reports a change once. */
export async function createSessionCheck(address: string, clientId: string, onChange: () => void) {
  const frame = new CheckSessionIFrame(
    () => {
      onChange()
      return Promise.resolve()
    },
    clientId,
    address,
    sessionCheckIntervalSeconds,
    // Stops the check of the session on errors, because blocked cookies cause one each time.
    true,
  )
  await frame.load()
  let checkedSession: string | null = null
  return {
    follow: (session: string | null | undefined) => {
      // Follows each session only once, because its change would be reported repeatedly.
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
