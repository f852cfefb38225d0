import { Hydrated } from '../shell/Hydrated.tsx'
import { Screen } from './Screen.tsx'

export function BoardingListIsland() {
  return <Hydrated screen={() => <Screen />} />
}
