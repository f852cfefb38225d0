/**
 * What a storage holds as JSON. Undefined for nothing, and for what cannot be read: it may be cut off,
 * or not be the portal's at all. Its shape is still to be looked at.
 */
export function readJson(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? '')
  } catch {
    return undefined
  }
}
