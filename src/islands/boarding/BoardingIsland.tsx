import { Hydrated } from '../shell/Hydrated.tsx'
import { Screen } from './Screen.tsx'

export function BoardingIsland() {
  return <Hydrated screen={() => <Screen />} />
}
