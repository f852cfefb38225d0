/** A digest of a text, for keys in storage that tabs and users share: it does not show the text. */
export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(digest).join('.')
}
