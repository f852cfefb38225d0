import { expect, test } from 'vitest'
import { scriptsOf } from './page-scripts.ts'

const built: Record<string, string> = {
  '/assets/page.js': 'import{a}from"./session.js";import(`./services.js`);import("./other.js")',
  '/assets/session.js': 'import"./store.js";export{s as a}',
  '/assets/store.js': 'const from="x";export{from as s}',
  '/assets/services.js': 'import{s}from"./store.js";import{c}from"./calls.js"',
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
  const scripts = scriptsOf(html, read, ['/assets/services.js'])
  expect(scripts.inline).toEqual(['if(1<2)run()'])
  expect([...scripts.signedOut]).toEqual(addresses('page', 'session', 'store'))
  const beforeReact = addresses(
    ...['page', 'services', 'session', 'store', 'calls', 'screen-store'],
  )
  expect([...scripts.early]).toEqual(beforeReact)
  expect([...scripts.signedIn]).toEqual([...beforeReact, ...addresses('client', 'Screen')])
})

test('what is fetched while somebody leaves', () => {
  const link = '<link data-early rel="modulepreload" href="/assets/services.js">'
  const own = `<template id="signed-in-scripts">${link}</template>`
  const other = '<template data-page="/"><link data-early href="/assets/Screen.js"></template>'
  const scripts = scriptsOf(own + other + html, read)
  expect([...scripts.signedOut].sort()).toEqual(
    addresses('calls', 'page', 'services', 'session', 'store'),
  )
})

test('a script that the build does not have', () => {
  expect(() => scriptsOf(html, read, ['/assets/gone.js'])).toThrow('gone.js is not in the build')
})

test('a page without scripts', () => {
  const scripts = scriptsOf('<p>x</p>', read, ['/assets/services.js'])
  expect(scripts).toEqual({
    inline: [],
    signedOut: new Set(),
    signedIn: new Set(),
    early: new Set(),
  })
})
