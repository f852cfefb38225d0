import { CheckSessionIFrame } from 'oidc-client-ts'
import { sessionCheckIntervalSeconds } from '../limits.ts'

/** Asks the provider's own frame, every 5 seconds (§9), whether its session still is the user's; tells it once. */
export async function createSessionCheck(address: string, clientId: string, onChange: () => void) {
  const frame = new CheckSessionIFrame(
    () => {
      onChange()
      return Promise.resolve()
    },
    clientId,
    address,
    sessionCheckIntervalSeconds,
    // Where the browser blocks the frame's cookies, each check would fail. The next refresh tells instead.
    true,
  )
  await frame.load()
  let checked: string | null = null
  return {
    follow: (session: string | null | undefined) => {
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
export type SessionCheck = Awaited<ReturnType<typeof createSessionCheck>>
