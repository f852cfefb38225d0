import { expect, test } from 'vitest'
import { scriptsOf } from './page-scripts.ts'

const built: Record<string, string> = {
  '/assets/shell.js': 'import{a}from"./session.js";import(`./flags.js`);import("./reporting.js")',
  '/assets/session.js': 'import"./store.js";export{s as a}',
  '/assets/store.js': 'const from="x";export{from as s}',
  '/assets/flags.js': 'import{s}from"./store.js"',
  '/assets/reporting.js': 'report()',
  '/assets/Screen.js': 'import r from"./react.js"',
  '/assets/react.js': '',
  '/assets/client.js': 'import r from"./react.js"',
  '/assets/preloaded.js': '',
}

function read(address: string): string {
  const source = built[address]
  if (source === undefined) throw new Error(`${address} is not in the build`)
  return source
}

const html = `<head><link rel="modulepreload" href="/assets/preloaded.js">
<script type="application/json">{"not":"a script"}</script>
<script type="module" src="/assets/shell.js"></script><script>if(1<2)run()</script></head>
<astro-island uid="1" component-url="/assets/Screen.js" renderer-url="/assets/client.js"></astro-island>`

test('who fetches what', () => {
  const scripts = scriptsOf(html, read, (address) => address.includes('reporting'))
  expect(scripts.inline).toEqual(['if(1<2)run()'])
  expect([...scripts.signedOut].toSorted()).toEqual(
    ['preloaded', 'session', 'shell', 'store'].map((name) => `/assets/${name}.js`),
  )
  expect([...scripts.signedIn].toSorted()).toEqual(
    Object.keys(built)
      .filter((address) => !address.includes('reporting'))
      .toSorted(),
  )
})

test('a page without scripts', () => {
  expect(scriptsOf('<p>x</p>', read, () => false)).toMatchObject({ inline: [] })
})
