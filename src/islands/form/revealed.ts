import { createContext } from 'react'

/** Whether the fields inside show their errors, also those in which nobody typed yet. */
export const Revealed = createContext(false)
