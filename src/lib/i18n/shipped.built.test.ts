import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import refusals from './messages/nl/later/refusals.json' with { type: 'json' }
import wizard from './messages/nl/later/wizard.json' with { type: 'json' }
import lists from './messages/nl/lists.json' with { type: 'json' }
import rules from './messages/nl/rules.json' with { type: 'json' }

const client = fileURLToPath(new URL('../../../dist/client', import.meta.url))

/** Messages of lists, files and dates, of rules that no form has, and of what comes later than a page. */
const unshown = Object.entries({ lists, refusals, rules, wizard }).flatMap(([namespace, texts]) =>
  Object.keys(texts).map((key) => `${namespace}:${key}`),
)

test('no page carries a text that it does not show itself', async () => {
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

test('no sentence runs into the link behind it', async () => {
  const files = await readdir(client, { recursive: true })
  for (const page of files.filter((name) => name.endsWith('.html'))) {
    const html = await readFile(`${client}/${page}`, 'utf8')
    expect(html.match(/[.?!]<(?:a|button|span)\b.{0,80}/g) ?? [], page).toEqual([])
  }
})

test('no script that a page begins with words a text that comes later', async () => {
  for (const page of ['wizard.html', 'polaris.html', 'check.html']) {
    const scripts = scriptsIn(await readFile(`${client}/${page}`, 'utf8'))
    expect(scripts.size, page).toBeGreaterThan(2)
    // What they import statically comes with them.
    for (const script of scripts) {
      const source = await readFile(`${client}/assets/${script}`, 'utf8')
      for (const [, name = ''] of source.matchAll(/from"\.\/([^"]+)"/g)) scripts.add(name)
      const named = [...source.matchAll(/["'`](wizard:\w+)["'`]/g)].map(([, key]) => key)
      expect(
        named.filter((key) => key && unshown.includes(key)),
        `${page}, ${script}`,
      ).toEqual([])
    }
  }
})

const scriptsIn = (html: string) =>
  new Set([...html.matchAll(/="\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name))

function messagesIn(html: string): Set<string> {
  const blocks = html.matchAll(/<script type="application\/json" id="texts-\w+">(.*?)<\/script>/gs)
  return new Set([...blocks].flatMap(([, json = '{}']) => Object.keys(JSON.parse(json) as object)))
}
