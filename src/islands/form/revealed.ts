import { createContext } from 'react'

/** Whether the fields within show their errors, also where nobody typed yet. */
export const Revealed = createContext(false)
