import { createScreenStore } from '../shell/screen-store.ts'
import { createBoarding } from './boarding.ts'

/** The store of the boarding screen. */
export const boardingScreen = createScreenStore(createBoarding)
