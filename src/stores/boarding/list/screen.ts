import { createScreenStore } from '../../shell/screen-store.ts'
import { createCustomerList } from './list.ts'

/** The store of the page that takes customers from a list. */
export const customerListScreen = createScreenStore(createCustomerList)
