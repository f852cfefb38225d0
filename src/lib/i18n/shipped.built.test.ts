import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import listsEn from './messages/en/lists.json' with { type: 'json' }
import refusalsEn from './messages/en/refusals.json' with { type: 'json' }
import rulesEn from './messages/en/rules.json' with { type: 'json' }
import listsNl from './messages/nl/lists.json' with { type: 'json' }
import refusalsNl from './messages/nl/refusals.json' with { type: 'json' }
import rulesNl from './messages/nl/rules.json' with { type: 'json' }

const client = fileURLToPath(new URL('../../../dist/client', import.meta.url))

const unshown = [listsNl, listsEn, rulesNl, rulesEn, refusalsNl, refusalsEn].flatMap((texts) =>
  Object.values<string>(texts),
)

test('no page carries a text of lists, files and dates, of a refusal, or of a rule that no form has', async () => {
  const files = await readdir(client, { recursive: true })
  const pages = files.filter((name) => name.endsWith('.html'))
  const withTexts: string[] = []
  for (const page of pages) {
    const html = await readFile(`${client}/${page}`, 'utf8')
    const carried = Object.values(textsIn(html))
    if (carried.length > 0) withTexts.push(page)
    expect(
      unshown.filter((text) => carried.includes(text) && !alsoElsewhere.has(text)),
      page,
    ).toEqual([])
  }
  expect(withTexts).toEqual(expect.arrayContaining(['boarding.html', 'en/boarding.html']))
})

/** Words of other messages as well. */
const alsoElsewhere = new Set(['Sluiten', 'Close', 'Open'])

function textsIn(html: string): Record<string, string> {
  const blocks = html.matchAll(/<script type="application\/json" id="texts-\w+">(.*?)<\/script>/gs)
  return Object.fromEntries(
    [...blocks].flatMap(([, json = '{}']) =>
      Object.entries(JSON.parse(json) as Record<string, string>),
    ),
  )
}
