import { expect, test } from 'vitest'
import { extractInlineSources } from './inline-sources.ts'

// Output of `echo -n 'run()' | openssl dgst -sha256 -binary | base64`.
const RUN = "'sha256-AvyuiL0SD1mVY3NNxR+V2uo+lhk6RMFrytWmRt6CrJQ='"

function page(policy: string, body: string): string {
  const meta = `<meta http-equiv="content-security-policy" content="${policy}">`
  return `<!DOCTYPE html><html><head>${meta}</head><body>${body}</body></html>`
}

test('removes the policy from a page and returns the hashes of its inline sources', () => {
  const taken = extractInlineSources(
    'a.html',
    page(
      `script-src 'self' ${RUN} 'sha256-external='; style-src 'self';`,
      '<script src="/assets/a.js"></script><script>run()</script>',
    ),
  )
  expect(taken.html).not.toContain('http-equiv')
  expect(taken.html).toContain('<script>run()</script>')
  expect(taken.inline).toEqual({ script: [RUN], style: [] })
})

test('returns no hash for data blocks and scripts with a src attribute', () => {
  const body =
    '<script type="application/json" id="texts">{"a":1}</script><script type=module src="/a.js"></script>'
  expect(extractInlineSources('a.html', page("script-src 'self';", body)).inline).toEqual({
    script: [],
    style: [],
  })
})

test.each([
  ['<script>stray()</script>', /a\.html: an inline script or style/],
  ['<style>p{color:red}</style>', /a\.html: an inline script or style/],
  ['<p style="color:red">x</p>', /a\.html: a style attribute/],
])('fails the build for %s, which the policy would block', (body, message) => {
  expect(() => extractInlineSources('a.html', page("script-src 'self';", body))).toThrow(message)
})

test('fails the build for a page without a policy', () => {
  expect(() => extractInlineSources('a.html', '<html></html>')).toThrow('a.html')
})
