interface Mail {
  to?: string
  subject: string
  /** Its lines end in `\n`. */
  body: string
}

/** The address that opens a new e-mail with these texts in the user's mail program (RFC 6068). */
export function mailAddress({ to = '', subject, body }: Mail): string {
  // Characters such as `?` in the receiver would start another part of the address.
  const receiver = encoded(to).replace('%40', '@')
  return `mailto:${receiver}?subject=${encoded(subject)}&body=${encoded(body.replaceAll('\n', '\r\n'))}`
}

/** A name that was cut within an emoji is no text that could be encoded. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
