import { expect, test } from 'vitest'
import { sampleConfiguration } from '../test/configuration.ts'
import { fillPage } from './pages.ts'

const page =
  '<html><head><title>A</title></head><body>' +
  '<script type="application/json" id="configuration"></script></body></html>'
const data = /<script type="application\/json" id="configuration">(.*?)<\/script>/

test('escapes the configuration in the data block of a page', () => {
  const name = '</script><script>$& $1'
  const configuration = { ...sampleConfiguration, provider: { name, host: 'https://a.example' } }
  const html = fillPage(page, configuration)
  expect(JSON.parse(data.exec(html)?.[1] ?? '')).toEqual(configuration)
  expect(html.match(/<script/g)).toHaveLength(1)
})

test('preconnects to each service on another origin', () => {
  const configuration = { ...sampleConfiguration, publicUrl: 'https://flags.example.nl' }
  const html = fillPage(page, configuration)
  expect([...html.matchAll(/preconnect" href="([^"]+)"/g)].map(([, origin]) => origin)).toEqual([
    'https://api.example.nl',
    'https://id.example.nl',
  ])
})

test('shows the footer only if there are contact details, and escapes them', () => {
  const footer = '<footer class="shell-footer" id="support" hidden>Ask {provider}:</footer>'
  const html = page.replace('</body>', footer)
  const footerWith = (changes: Partial<typeof sampleConfiguration>) =>
    /<footer.*<\/footer>/.exec(fillPage(html, { ...sampleConfiguration, ...changes }))?.[0]
  const provider = { name: 'Kassa & <b>$&', host: 'https://a.example' }
  const support = [{ text: 'a.example', address: 'https://a.example/?a="&b' }]
  expect(footerWith({ provider, support })).toBe(
    '<footer class="shell-footer" id="support">Ask Kassa &amp; &lt;b>$&amp;:' +
      ' <a href="https://a.example/?a=&quot;&amp;b">a.example</a></footer>',
  )
  expect(footerWith({ support: [] })).toBe(footer)
})

test('leaves a page without a data block unchanged', () => {
  const bare = '<html><head></head><body></body></html>'
  expect(fillPage(bare, sampleConfiguration)).toBe(bare)
})
