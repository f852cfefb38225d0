import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const sheet = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const [always = '', dark = ''] = sheet.split('@media')

/** The colours of a part of the sheet, by name. */
const coloursIn = (part: string) =>
  new Map([...part.matchAll(/--([\w-]+): (#[\da-f]+);/g)].map(([, name, value]) => [name, value]))

const light = coloursIn(always)
const schemes = { light, dark: new Map([...light, ...coloursIn(dark)]) }

/** The relative luminance of WCAG, of `#rgb` or `#rrggbb`. */
function luminance(colour: string): number {
  const full = colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  const [red = 0, green = 0, blue = 0] = (full.match(/[\da-f]{2}/g) ?? []).map((part) => {
    const value = parseInt(part, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** What is read, and what it stands on: 4.5 to 1. */
const texts = {
  ink: ['ground', 'surface', 'shape', 'brand-soft', 'danger-soft', 'success-soft', 'brand-line'],
  'ink-soft': ['ground', 'surface', 'shape', 'brand-soft'],
  'brand-strong': ['ground', 'surface', 'brand-soft'],
  danger: ['ground', 'surface', 'danger-soft'],
  'on-brand': ['brand', 'brand-hover'],
  'on-state': ['danger', 'success'],
}

/** What is recognised: the frames of controls, the focus, states. 3 to 1. */
const shapes = {
  brand: ['ground', 'surface', 'brand-soft'],
  focus: ['ground', 'surface', 'brand-soft'],
  'field-line': ['ground', 'surface'],
  danger: ['ground', 'surface'],
  success: ['ground', 'surface', 'success-soft'],
}

const pairs = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([name, grounds]) =>
    grounds.map((ground) => [name, ground] as const),
  )

describe.each(Object.entries(schemes))('%s', (_, colours) => {
  const between = (...names: [string, string]) => {
    const [one = '', other = ''] = names.map((name) => {
      const colour = colours.get(name)
      expect(colour, name).toBeDefined()
      return colour
    })
    return contrast(one, other)
  }

  test.each(pairs(texts))('%s is legible on %s', (name, ground) => {
    expect(between(name, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(pairs(shapes))('%s stands out from %s', (name, ground) => {
    expect(between(name, ground)).toBeGreaterThanOrEqual(3)
  })
})

test('the check knows black from white, and grey from grey', () => {
  expect(contrast('#fff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777', '#777777')).toBeCloseTo(1)
})
