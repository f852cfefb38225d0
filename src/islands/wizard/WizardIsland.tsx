import type { Variant } from '../../lib/accounting/snelstart/values.ts'
import { Hydrated } from '../shell/Hydrated.tsx'
import { Screen } from './Screen.tsx'

export function WizardIsland({ variant }: { variant: Variant }) {
  return <Hydrated screen={() => <Screen variant={variant} />} />
}
