/**
 * An icon, drawn in the colour and the size of the text beside it, which says what it means.
 *
 * @param drawing the file's text, imported with `?raw`: so only those that are used are shipped
 */
export function Icon({ drawing }: { drawing: string }) {
  return <span className="icon" aria-hidden="true" dangerouslySetInnerHTML={{ __html: drawing }} />
}
