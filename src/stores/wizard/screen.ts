import type { Variant } from '../../lib/accounting/snelstart/choices.ts'
import { createScreenStore } from '../shell/screen-store.ts'
import { createOpening } from './opening.ts'

const of = (variant: Variant) =>
  createScreenStore((portal, person) => createOpening({ portal, user: person.id, variant }))

export const wizardScreens = { wizard: of('wizard'), polaris: of('polaris') }
