import { Hydrated } from '../shell/Hydrated.tsx'
import { Screen } from './Screen.tsx'

export function CheckIsland() {
  return <Hydrated screen={() => <Screen />} />
}
