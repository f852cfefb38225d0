import { expect, test } from 'vitest'
import { sampleConfiguration } from '../test/configuration.ts'
import { withConfiguration } from './pages.ts'

const page =
  '<html><head><title>A</title></head><body>' +
  '<script type="application/json" id="configuration"></script></body></html>'
const data = /<script type="application\/json" id="configuration">(.*?)<\/script>/

test('nothing of the configuration ends its block, or is taken for a pattern', () => {
  const name = '</script><script>$& $1'
  const configuration = { ...sampleConfiguration, provider: { name, host: 'https://a.example' } }
  const html = withConfiguration(page, configuration)
  expect(JSON.parse(data.exec(html)?.[1] ?? '')).toEqual(configuration)
  expect(html.match(/<script/g)).toHaveLength(1)
})

test('it opens connections ahead, one for each service that is elsewhere', () => {
  const configuration = { ...sampleConfiguration, publicUrl: 'https://flags.example.nl' }
  const html = withConfiguration(page, configuration)
  expect([...html.matchAll(/preconnect" href="([^"]+)"/g)].map(([, origin]) => origin)).toEqual([
    'https://api.example.nl',
    'https://id.example.nl',
  ])
})

test('whom to ask stands in the page, as text', () => {
  const footer = '<footer class="shell-footer" id="support" hidden>Ask {provider}:</footer>'
  const asking = page.replace('</body>', footer)
  const textOf = (changes: Partial<typeof sampleConfiguration>) =>
    /<footer.*<\/footer>/.exec(
      withConfiguration(asking, { ...sampleConfiguration, ...changes }),
    )?.[0]
  const provider = { name: 'Kassa & <b>$&', host: 'https://a.example' }
  const support = [{ text: 'a.example', address: 'https://a.example/?a="&b' }]
  expect(textOf({ provider, support })).toBe(
    '<footer class="shell-footer" id="support">Ask Kassa &amp; &lt;b>$&amp;:' +
      ' <a href="https://a.example/?a=&quot;&amp;b">a.example</a></footer>',
  )
  expect(textOf({ support: [] })).toBe(footer)
})

test('what has no place for it stays as it is', () => {
  const bare = '<html><head></head><body></body></html>'
  expect(withConfiguration(bare, sampleConfiguration)).toBe(bare)
})
