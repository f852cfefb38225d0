import { CheckSessionIFrame } from 'oidc-client-ts'
import { sessionCheckIntervalSeconds } from '../limits.ts'

/** Checks the session regularly in the provider's frame (§9). */
export async function createSessionCheck(address: string, clientId: string, onChange: () => void) {
  const frame = new CheckSessionIFrame(
    () => {
      onChange()
      return Promise.resolve()
    },
    clientId,
    address,
    sessionCheckIntervalSeconds,
    // Stops on errors, because blocked cookies cause an error at each check.
    true,
  )
  await frame.load()
  let checkedSession: string | null = null
  return {
    follow: (session: string | null | undefined) => {
      // A restarted check would report the same change repeatedly.
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
