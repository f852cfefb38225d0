import type { Person } from '../../lib/identity/user.ts'
import { signedInPortal, type Portal } from './portal.ts'

/**
 * Creates a screen's store. The shell calls `begin` as soon as somebody is signed in, so that the first
 * data is asked for while React still loads; the screen then takes that store.
 *
 * @param create makes the store of whoever is signed in
 */
export function createScreenStore<Store extends { start: () => unknown }>(
  create: (portal: Portal, person: Person) => Store,
) {
  let begun: Store | null = null

  function make(): Store {
    const { portal, person } = signedInPortal()
    const store = create(portal, person)
    void store.start()
    return store
  }

  return {
    /** Creates and starts the store. */
    begin: (): void => {
      begun = make()
    },
    /** The store that has begun, once. After that, such as after a failed screen, a new one. */
    take: (): Store => {
      const store = begun ?? make()
      begun = null
      return store
    },
  }
}
