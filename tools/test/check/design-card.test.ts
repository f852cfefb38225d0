import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { PROJECT_FOLDER } from '../../programs/program.ts'

const packages = [
  'astro',
  '@astrojs/react',
  '@astrojs/node',
  'react',
  'react-dom',
  'nanostores',
  '@nanostores/react',
  'oidc-client-ts',
  'unleash-proxy-client',
  '@sentry/astro',
  'zod',
  '@tanstack/react-form',
  'astro-i18next',
  'vitest',
  '@playwright/test',
]

/** Sources without type imports, which a build removes. */
const code = globSync(['{e2e,sandbox,server,src,test,tools}/**/*.{ts,tsx,astro}', '*.mjs'], {
  cwd: PROJECT_FOLDER,
})
  .map((path) => readFileSync(join(PROJECT_FOLDER, path), 'utf8'))
  .join('\n')
  .replaceAll(/^import type [^']+ from '[^']+'$/gm, '')

const isImported = (name: string) => new RegExp(`(?:from |import\\()'${name}[/']`).test(code)

test.each(packages)('package.json lists and the code imports the package %s', (name) => {
  const { dependencies, devDependencies } = manifest
  expect({ ...dependencies, ...devDependencies }).toHaveProperty([name])
  expect(isImported(name)).toBe(true)
})

test('detects a package that is not imported', () => {
  expect(isImported('no-such-package')).toBe(false)
})
