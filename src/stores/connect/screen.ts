import { createEarlyStore } from '../shell/early-store.ts'
import { createConnect } from './connect.ts'

/** The store of the connect screen. */
export const connectScreen = createEarlyStore(createConnect)
