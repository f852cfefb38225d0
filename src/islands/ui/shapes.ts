import { createElement, type ReactElement } from 'react'

const SHAPE = /<(\w+)((?: [\w-]+="[^"]*")+) \/>/g
const ROOT = /<svg[^>]*>/
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g

/** A drawing's shapes, made as elements, since the policy lets no script write markup (Trusted Types). */
export function shapesOf(drawing: string): ReactElement[] {
  return [...drawing.matchAll(SHAPE)].map(([shape, name = '', attributes = '']) =>
    createElement(name, { key: shape, ...attributesOf(attributes) }),
  )
}

/** What a drawing says of itself: its measures, and what its shapes are drawn with. */
export function rootOf(drawing: string): Record<string, string> {
  return attributesOf(ROOT.exec(drawing)?.[0] ?? '')
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
