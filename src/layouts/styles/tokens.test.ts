import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const sheet = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const [always = '', dark = ''] = sheet.split('@media')

const coloursIn = (part: string) =>
  new Map([...part.matchAll(/--([\w-]+): (#[\da-f]+);/g)].map(([, name, value]) => [name, value]))

const light = coloursIn(always)
const schemes = { light, dark: new Map([...light, ...coloursIn(dark)]) }

type Vector = readonly [number, number, number]

function linear(colour: string): Vector {
  const full = colour.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  const [red = 0, green = 0, blue = 0] = (full.match(/[\da-f]{2}/g) ?? []).map((part) => {
    const value = parseInt(part, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return [red, green, blue]
}

const product = (rows: readonly Vector[], [x, y, z]: Vector): Vector => {
  const [one = 0, two = 0, three = 0] = rows.map(([a, b, c]) => a * x + b * y + c * z)
  return [one, two, three]
}

function luminance(colour: string): number {
  const [value] = product([[0.2126, 0.7152, 0.0722]], linear(colour))
  return value
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const softs = ['info-soft', 'warning-soft', 'danger-soft', 'success-soft']
const grounds = ['ground', 'surface', 'shape', 'tint', ...softs]

/** Text colours and their backgrounds, which need a contrast of 4.5 to 1. */
const texts = {
  ink: grounds,
  'ink-soft': grounds,
  info: ['ground', 'surface', 'info-soft'],
  warning: ['ground', 'surface', 'warning-soft'],
  danger: ['ground', 'surface', 'danger-soft'],
  success: ['ground', 'surface', 'success-soft'],
  'on-brand': ['brand', 'brand-hover'],
  surface: ['ink', 'info', 'warning', 'danger', 'success'],
}

/** Colours of borders, focus and states, which need a contrast of 3 to 1. */
const shapes = {
  brand: ['ground', 'surface', ...softs],
  focus: [...grounds, 'brand'],
  'field-line': ['ground', 'surface'],
}

const states = ['info', 'warning', 'danger', 'success']

/** Matrices that simulate colour vision deficiencies (Machado, Oliveira, Fernandes 2009). */
const sights: Readonly<Record<string, readonly Vector[]>> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** Converts a colour to Oklab, where distances match perceived differences. */
function perceived(light: Vector): Vector {
  const cones = product(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    light,
  )
  const [l, m, s] = cones
  return product(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)],
  )
}

function difference(one: string, other: string, sight: readonly Vector[]): number {
  const [a, b] = [one, other].map((colour) => {
    const [red, green, blue] = product(sight, linear(colour))
    const within = (value: number) => Math.min(1, Math.max(0, value))
    return perceived([within(red), within(green), within(blue)])
  })
  return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) : 0
}

/**
 * Minimum distance between colours. Adjacent areas look different from 0.02 on, and small separate marks need
 * four times as much.
 */
const DISTINGUISHABLE = 0.08

const everyTwo = states.flatMap((one, index) =>
  states.slice(index + 1).map((other) => [one, other] as const),
)

const pairs = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).flatMap(([name, grounds]) =>
    grounds.map((ground) => [name, ground] as const),
  )

describe.each(Object.entries(schemes))('colour scheme %s', (_, colours) => {
  function hex(name: string): string {
    const colour = colours.get(name)
    if (colour === undefined) throw new Error(`No colour --${name}`)
    return colour
  }
  const between = (one: string, other: string) => contrast(hex(one), hex(other))

  test.each(pairs(texts))('text colour %s has enough contrast on %s', (name, ground) => {
    expect(between(name, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(pairs(shapes))('shape colour %s has enough contrast on %s', (name, ground) => {
    expect(between(name, ground)).toBeGreaterThanOrEqual(3)
  })

  describe.each(Object.entries(sights))('colour vision with %s', (_sight, sight) => {
    test.each(everyTwo)('state colour %s looks different from %s', (one, other) => {
      expect(difference(hex(one), hex(other), sight)).toBeGreaterThanOrEqual(DISTINGUISHABLE)
    })
  })
})

test('computes contrast 21 for black on white and 1 for equal colours', () => {
  expect(contrast('#fff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777', '#777777')).toBeCloseTo(1)
})

test('measures a smaller difference between red and olive for deuteranopia', () => {
  const between = (sight: string) => difference('#b91c1c', '#6d5c00', sights[sight] ?? [])
  expect(between('all cones')).toBeGreaterThan(DISTINGUISHABLE)
  expect(between('deuteranopia')).toBeLessThan(DISTINGUISHABLE)
})
