import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { sandbox, test } from '../test/test.ts'

const document = new URL('../docs/openapi.json', import.meta.url)

test('the start page leads to the contract, and that to what it is shown with', async () => {
  const start = await fetch(sandbox.url)
  expect(await start.text()).toContain('href="/contract"')
  const page = await fetch(`${sandbox.url}/contract`)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  const named = [...(await page.text()).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  expect(named).toEqual(expect.arrayContaining(['/contract/start.js', '/contract/openapi.json']))
  for (const path of named) {
    const answer = await fetch(sandbox.url + path)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers.get('content-type')).toMatch(/javascript|css|json/)
  }
})

test('the document is the one that is kept, outside the product API', async () => {
  const answer = await fetch(`${sandbox.url}/contract/openapi.json`)
  expect(await answer.text()).toBe(await readFile(document, 'utf8'))
})
