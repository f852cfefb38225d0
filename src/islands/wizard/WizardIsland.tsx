import { Hydrated } from '../ui/Hydrated.tsx'
import { Screen } from './Screen.tsx'

export function WizardIsland() {
  return <Hydrated screen={() => <Screen />} />
}
