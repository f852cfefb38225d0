import { createScreenStore } from '../shell/screen-store.ts'
import { createConnect } from './connect.ts'

/** The store of the connect screen. */
export const connectScreen = createScreenStore(createConnect)
