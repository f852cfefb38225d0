import type { Variant } from '../../lib/accounting/snelstart/choices.ts'
import { Hydrated } from '../shell/Hydrated.tsx'
import { Screen } from './Screen.tsx'
import { fetchPanels } from './use-panels.ts'

// An address that names a step mostly names a later one. What fails is fetched again where it is needed.
if (!import.meta.env.SSR && location.search.includes('step=')) fetchPanels().catch(() => undefined)

export function WizardIsland({ variant }: { variant: Variant }) {
  return <Hydrated screen={() => <Screen variant={variant} />} />
}
