interface Mail {
  to?: string
  subject: string
  /** Text of the mail, with `\n` at line ends. */
  body: string
}

/** Returns the mailto address of a new e-mail (RFC 6068). */
export function createMailAddress({ to = '', subject, body }: Mail): string {
  // Encodes the recipient, because characters such as `?` would end the address.
  const receiver = encoded(to).replace('%40', '@')
  return `mailto:${receiver}?subject=${encoded(subject)}&body=${encoded(body.replaceAll('\n', '\r\n'))}`
}

/** `encodeURIComponent` throws for a text that was cut within an emoji. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
