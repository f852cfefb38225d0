import { digestOf } from '../../lib/digest.ts'
import { placeName, type PlaceIds } from '../../lib/domain/place.ts'
import { keptPrefix, keyOf } from '../session/user-memory.ts'

/** Where a user's last report about a place is kept; the user's part comes first. */
export async function reportKey(user: string, place: PlaceIds): Promise<string> {
  return `${await keyOf(`${keptPrefix}report:`, user)}:${await digestOf(placeName(place))}`
}
