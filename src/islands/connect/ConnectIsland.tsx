import { Hydrated } from '../ui/Hydrated.tsx'
import { Screen } from './Screen.tsx'

export function ConnectIsland() {
  return <Hydrated screen={() => <Screen />} />
}
