interface Mail {
  to?: string
  subject: string
  /** Its lines end in `\n`. */
  body: string
}

/** The address that opens a new e-mail with these texts in the user's mail program (RFC 6068). */
export function mailAddress({ to = '', subject, body }: Mail): string {
  // What an address may hold beside its sign would begin another part of this one.
  const receiver = encodeURIComponent(to).replace('%40', '@')
  const text = encodeURIComponent(body.replaceAll('\n', '\r\n'))
  return `mailto:${receiver}?subject=${encodeURIComponent(subject)}&body=${text}`
}
