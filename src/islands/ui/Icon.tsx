import { createElement } from 'react'

const ROOT = /<svg[^>]*>/
const SHAPE = /<(\w+)((?: [\w-]+="[^"]*")+) \/>/g
/** Skips `class`, because its values belong to the icon set. */
const ATTRIBUTE = /\s(?!class=)([\w-]+)="([^"]*)"/g

/** Decorative icon, drawn from SVG source (imported with `?raw`). */
export function Icon({ drawing, className = 'icon' }: { drawing: string; className?: string }) {
  return (
    <span className={className} aria-hidden="true">
      {elementsOf(drawing)}
    </span>
  )
}

export const Illustration = ({ drawing }: { drawing: string }) => (
  <Icon drawing={drawing} className="drawing" />
)

/** Converts SVG source to elements, because Trusted Types forbid `innerHTML`. */
function elementsOf(drawing: string) {
  const shapes = [...drawing.matchAll(SHAPE)].map(([shape, name = '', attributes = '']) =>
    createElement(name, { key: shape, ...attributesOf(attributes) }),
  )
  return createElement('svg', attributesOf(ROOT.exec(drawing)?.[0] ?? ''), shapes)
}

function attributesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [
      name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}
