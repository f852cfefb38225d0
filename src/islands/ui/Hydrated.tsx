import { useSyncExternalStore, type ReactNode } from 'react'

const never = () => () => undefined

/** Renders in the browser only: a screen needs somebody signed in, whom the build does not know. */
export function Hydrated({ screen }: { screen: () => ReactNode }) {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return isHydrated ? screen() : null
}
