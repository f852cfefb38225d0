import { createElement } from 'react'

const ROOT = /<svg[^>]*>/
const SHAPE = /<(\w+)((?: [\w-]+="[^"]*")+) \/>/g
/** All but the class, which is for style sheets of the set that an icon is from. */
const ATTRIBUTE = /\s(?!class=)([\w-]+)="([^"]*)"/g

/**
 * An icon, drawn in the colour and the size of the text beside it, which says what it means.
 *
 * @param drawing the file's text, imported with `?raw`: so only those that are used are shipped
 */
export function Icon({ drawing, className = 'icon' }: { drawing: string; className?: string }) {
  return (
    <span className={className} aria-hidden="true">
      {elementsOf(drawing)}
    </span>
  )
}

/** A drawing of `layouts/drawings`, which shows again what the text beside it says. */
export const Drawing = ({ drawing }: { drawing: string }) => (
  <Icon drawing={drawing} className="drawing" />
)

/** A picture's shapes, made as elements, since the policy lets no script write markup (Trusted Types). */
function elementsOf(drawing: string) {
  const shapes = [...drawing.matchAll(SHAPE)].map(([shape, name = '', attributes = '']) =>
    createElement(name, { key: shape, ...attributesOf(attributes) }),
  )
  return createElement('svg', attributesOf(ROOT.exec(drawing)?.[0] ?? ''), shapes)
}

/** By the names that React has for them. */
function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [
      name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}
