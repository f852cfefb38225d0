import { Hydrated } from '../shell/Hydrated.tsx'
import { Screen } from './Screen.tsx'

export function ConnectIsland() {
  return <Hydrated screen={() => <Screen />} />
}
