import type { Person } from '../../lib/identity/person.ts'
import { signedInPortal, type Portal } from './portal.ts'

/** A screen's store that begins before the screen is there. */
export interface EarlyStore<Store> {
  /** Creates and starts the store. */
  begin: () => void
  /** The store that has begun; another one for each further screen, such as after a failure. */
  take: () => Store
}

/** @param create makes the store of whoever is signed in */
export function createEarlyStore<Store extends { start: () => unknown }>(
  create: (portal: Portal, person: Person) => Store,
): EarlyStore<Store> {
  let begun: Store | null = null

  function make(): Store {
    const { portal, person } = signedInPortal()
    const store = create(portal, person)
    void store.start()
    return store
  }

  return {
    begin: () => {
      begun = make()
    },
    take: () => {
      const store = begun ?? make()
      begun = null
      return store
    },
  }
}
