import { createElement } from 'react'

const SHAPE = /<(\w+)((?: [\w-]+="[^"]*")+) \/>/g
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g

/**
 * An icon, drawn in the colour and the size of the text beside it, which says what it means.
 *
 * @param drawing the file's text, imported with `?raw`: so only those that are used are shipped. Its
 *   shapes are made as elements, since the policy lets no script write markup (Trusted Types).
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
        {[...drawing.matchAll(SHAPE)].map(([shape, name = '', attributes = '']) =>
          createElement(name, { key: shape, ...attributesOf(attributes) }),
        )}
      </svg>
    </span>
  )
}

/** Of one shape. Those of Lucide have names that need no translation for React. */
function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]),
  )
}
