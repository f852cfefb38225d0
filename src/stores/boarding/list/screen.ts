import { createScreenStore } from '../../shell/screen-store.ts'
import { createCustomerList } from './list.ts'

/** The store of the page that takes customers from a list: it begins with the screen, having nothing to show before. */
export const customerListScreen = createScreenStore(createCustomerList)
