import { expect, test } from 'vitest'
import { scriptsOf } from './page-scripts.ts'

const built: Record<string, string> = {
  '/assets/page.js': 'import{a}from"./session.js";import("./other.js")',
  '/assets/session.js': 'import"./store.js";export{s as a}',
  '/assets/store.js': 'const from="x";export{from as s}',
  '/assets/calls.js': '',
  '/assets/Screen.js': 'import r from"./client.js";import{s}from"./screen-store.js"',
  '/assets/screen-store.js': 'import{c}from"./calls.js"',
  '/assets/client.js': '',
}

function read(address: string): string {
  const source = built[address]
  if (source === undefined) throw new Error(`${address} is not in the build`)
  return source
}

const addresses = (...names: string[]) => names.map((name) => `/assets/${name}.js`)

const html = `<head><script type="application/json">{"not":"a script"}</script>
<script type="module" src="/assets/page.js"></script><script>if(1<2)run()</script></head>
<astro-island uid="1" component-url="/assets/Screen.js" renderer-url="/assets/client.js"></astro-island>`

test('who fetches what', () => {
  const scripts = scriptsOf(html, read)
  expect(scripts.inline).toEqual(['if(1<2)run()'])
  expect(scripts.own).toEqual(addresses('page'))
  expect([...scripts.signedOut]).toEqual(addresses('page', 'session', 'store'))
  expect([...scripts.signedIn].sort()).toEqual(
    addresses('Screen', 'calls', 'client', 'page', 'screen-store', 'session', 'store'),
  )
})

test('a script that the build does not have', () => {
  const gone = '<script type="module" src="/assets/gone.js"></script>'
  expect(() => scriptsOf(gone, read)).toThrow('gone.js is not in the build')
})

test('a page without scripts', () => {
  const scripts = scriptsOf('<p>x</p>', read)
  expect(scripts).toEqual({ inline: [], own: [], signedOut: new Set(), signedIn: new Set() })
})
