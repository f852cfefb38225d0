import type { Variant } from '../../lib/accounting/snelstart/choices.ts'
import { createScreenStore } from '../shell/screen-store.ts'
import { createOpening } from './opening.ts'

const of = (variant: Variant) => createScreenStore((portal) => createOpening(portal, variant))

export const wizardScreens = { wizard: of('wizard'), polaris: of('polaris') }
