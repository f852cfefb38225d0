/** The JSON that a storage holds under a key, in whatever shape; undefined where there is none that can be read. */
export function readJson(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? '')
  } catch {
    return undefined
  }
}
