/** A host as people write it: names with dots between, no user name, perhaps a port and a path. */
const host = /^(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]*(?::\d+)?(?:[/?#]\S*)?$/u

/** A website with the protocol that people leave out (§5); anything but a bare host stays as it is. */
export function websiteAddress(text: string): string {
  const website = text.trim()
  const bare = website.replace(/^\/\//, '')
  return host.test(bare) ? `https://${bare}` : website
}
