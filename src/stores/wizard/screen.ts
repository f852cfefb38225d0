import type { Variant } from '../../lib/domain/wizard.ts'
import { createEarlyStore } from '../shell/early-store.ts'
import { createOpening } from './opening.ts'

const of = (variant: Variant) =>
  createEarlyStore((portal, person) => createOpening({ portal, user: person.id, variant }))

/** The stores of both variants of the setup wizard. */
export const wizardScreens = { wizard: of('wizard'), polaris: of('polaris') }
