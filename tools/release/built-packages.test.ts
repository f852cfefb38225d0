import { expect, test } from 'vitest'
import { getPackageFolder } from './built-packages.ts'

test.each([
  ['/p/node_modules/react/index.js', 'node_modules/react'],
  ['/p/node_modules/@sentry/core/build/a.js', 'node_modules/@sentry/core'],
  ['/p/node_modules/a/node_modules/@b/c/d.js', 'node_modules/a/node_modules/@b/c'],
  ['/p/node_modules/lucide-static/icons/x.svg?raw', 'node_modules/lucide-static'],
  ['\0/p/node_modules/react/index.js?commonjs-module', 'node_modules/react'],
  ['/p/src/a.ts', undefined],
  ['\0vite/preload-helper.js', undefined],
  ['astro:scripts/page.js', undefined],
])('for module %j, getPackageFolder returns %s', (id, folder) => {
  expect(getPackageFolder('/p/', id)).toBe(folder)
})
