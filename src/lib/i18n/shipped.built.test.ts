import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import lists from './messages/nl/lists.json' with { type: 'json' }
import refusals from './messages/nl/refusals.json' with { type: 'json' }
import rules from './messages/nl/rules.json' with { type: 'json' }

const client = fileURLToPath(new URL('../../../dist/client', import.meta.url))

/**
 * Message keys that no page includes. The browser loads texts about refusals, and no screen shows the others
 * yet.
 */
const unshown = Object.entries({ lists, refusals, rules }).flatMap(([namespace, texts]) =>
  Object.keys(texts).map((key) => `${namespace}:${key}`),
)

test('ships no refusal texts and no unused texts with any page', async () => {
  const files = await readdir(client, { recursive: true })
  const pages = files.filter((name) => name.endsWith('.html'))
  const withTexts: string[] = []
  for (const page of pages) {
    const carried = messagesIn(await readFile(`${client}/${page}`, 'utf8'))
    if (carried.size > 0) withTexts.push(page)
    expect(
      unshown.filter((key) => carried.has(key)),
      page,
    ).toEqual([])
  }
  expect(withTexts).toEqual(expect.arrayContaining(['boarding.html', 'en/wizard.html']))
})

test('keeps a space between a sentence and the following link, button or span', async () => {
  const files = await readdir(client, { recursive: true })
  for (const page of files.filter((name) => name.endsWith('.html'))) {
    const html = await readFile(`${client}/${page}`, 'utf8')
    expect(html.match(/[.?!]<(?:a|button|span)\b.{0,80}/g) ?? [], page).toEqual([])
  }
})

function messagesIn(html: string): Set<string> {
  const blocks = html.matchAll(/<script type="application\/json" id="texts-\w+">(.*?)<\/script>/gs)
  return new Set([...blocks].flatMap(([, json = '{}']) => Object.keys(JSON.parse(json) as object)))
}
