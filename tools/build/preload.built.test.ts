import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findScripts } from './preload.ts'

const client = new URL('../../dist/client/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, client), 'utf8')

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g

test.each(['index', 'connect', 'check', 'boarding', 'boarding/list', 'wizard', 'en/wizard'])(
  'preloads every imported script on the page %s',
  (page) => {
    const scripts = findScripts(read(`${page}.html`))
    expect(scripts.size).toBeGreaterThan(0)
    const imported = [...scripts].flatMap((script) =>
      [...read(script.slice(1)).matchAll(STATIC_IMPORT)].map(([, name = '']) => `/assets/${name}`),
    )
    expect(imported.filter((script) => !scripts.has(script))).toEqual([])
  },
)
