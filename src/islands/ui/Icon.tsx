import { shapesOf } from './shapes.ts'

/**
 * An icon, drawn in the colour and the size of the text beside it, which says what it means.
 *
 * @param drawing the file's text, imported with `?raw`: so only those that are used are shipped
 */
export function Icon({ drawing }: { drawing: string }) {
  return (
    <span className="icon" aria-hidden="true">
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {shapesOf(drawing)}
      </svg>
    </span>
  )
}
