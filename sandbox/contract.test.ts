import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { sandbox, test } from '../test/test.ts'

test('serves the contract of the product API and links to it from the start page', async () => {
  const start = await fetch(sandbox.url)
  expect(await start.text()).toContain('href="/openapi.json"')
  const answer = await fetch(`${sandbox.url}/openapi.json`)
  const document = new URL('../docs/openapi.json', import.meta.url)
  expect(await answer.text()).toBe(await readFile(document, 'utf8'))
})
