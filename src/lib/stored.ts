/**
 * The JSON that a storage holds under a key. Undefined where there is none, or none that can be read. The
 * caller has to check its shape: another version of the portal may have written it.
 */
export function readJson(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? '')
  } catch {
    return undefined
  }
}
