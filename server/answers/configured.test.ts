import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { withConfiguration } from './configured.ts'
import { sampleConfiguration } from '../../test/configuration.ts'

const page =
  '<html><head><title>A</title></head><body>' +
  '<script type="application/json" id="configuration"></script></body></html>'
const bare = Buffer.from('<html><head></head><body></body></html>')
const contents = new Map([
  ['connect.html', Buffer.from(page)],
  ['connect.html.br', Buffer.from('of the empty page')],
  ['404.html', bare],
  ['assets/page.js', Buffer.from('run()')],
])

const data = /<script type="application\/json" id="configuration">(.*?)<\/script>/

async function pageOf(configuration: typeof sampleConfiguration, files = contents) {
  const filled = await withConfiguration(files, configuration)
  return filled.get('connect.html')?.toString() ?? ''
}

test('a page has the configuration, in each of its forms', async () => {
  const filled = await withConfiguration(contents, sampleConfiguration)
  const html = filled.get('connect.html')?.toString() ?? ''
  expect(JSON.parse(data.exec(html)?.[1] ?? '')).toEqual(sampleConfiguration)
  expect(brotliDecompressSync(filled.get('connect.html.br') ?? '').toString()).toBe(html)
  expect(gunzipSync(filled.get('connect.html.gz') ?? '').toString()).toBe(html)
})

test('nothing in it ends the data block, or is taken for a pattern', async () => {
  const name = '</script><script>$& $1'
  const configuration = { ...sampleConfiguration, provider: { name, host: 'https://a.example' } }
  const html = await pageOf(configuration)
  expect(JSON.parse(data.exec(html)?.[1] ?? '')).toEqual(configuration)
  expect(html.match(/<script/g)).toHaveLength(1)
})

test('it opens connections ahead, one for each service that is elsewhere', async () => {
  const configuration = { ...sampleConfiguration, publicUrl: 'https://flags.example.nl' }
  const html = await pageOf(configuration)
  expect([...html.matchAll(/preconnect" href="([^"]+)"/g)].map(([, origin]) => origin)).toEqual([
    'https://api.example.nl',
    'https://id.example.nl',
  ])
})

test('whom to ask stands in the page, as text', async () => {
  const footer = '<footer class="shell-footer" id="support" hidden>Ask {provider}:</footer>'
  const asking = new Map([['connect.html', Buffer.from(page.replace('</body>', footer))]])
  const textOf = async (changes: Partial<typeof sampleConfiguration>) => {
    const html = await pageOf({ ...sampleConfiguration, ...changes }, asking)
    return /<footer.*<\/footer>/.exec(html)?.[0]
  }
  const provider = { name: 'Kassa & <b>$&', host: 'https://a.example' }
  const support = [{ text: 'a.example', address: 'https://a.example/?a="&b' }]
  expect(await textOf({ provider, support })).toBe(
    '<footer class="shell-footer" id="support">Ask Kassa &amp; &lt;b>$&amp;:' +
      ' <a href="https://a.example/?a=&quot;&amp;b">a.example</a></footer>',
  )
  expect(await textOf({ support: [] })).toBe(footer)
})

test('what has no place for it stays as it is', async () => {
  const filled = await withConfiguration(contents, sampleConfiguration)
  expect(filled.get('404.html')).toBe(bare)
  expect(filled.has('404.html.br')).toBe(false)
  expect(contents.get('connect.html')?.toString()).toBe(page)
})
