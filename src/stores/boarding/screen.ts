import { createEarlyStore } from '../shell/early-store.ts'
import { createBoarding } from './boarding.ts'

/** The store of the boarding screen. */
export const boardingScreen = createEarlyStore(createBoarding)
