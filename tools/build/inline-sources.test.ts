import { expect, test } from 'vitest'
import { takeInlineSources } from './inline-sources.ts'

// echo -n 'run()' | openssl dgst -sha256 -binary | base64
const RUN = "'sha256-AvyuiL0SD1mVY3NNxR+V2uo+lhk6RMFrytWmRt6CrJQ='"

function page(policy: string, body: string): string {
  const meta = `<meta http-equiv="content-security-policy" content="${policy}">`
  return `<!DOCTYPE html><html><head>${meta}</head><body>${body}</body></html>`
}

test('the policy leaves the page, and what stands in the page remains of it', () => {
  const taken = takeInlineSources(
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

test('data blocks and scripts with an address need no hash', () => {
  const body =
    '<script type="application/json" id="texts">{"a":1}</script><script type=module src="/a.js"></script>'
  expect(takeInlineSources('a.html', page("script-src 'self';", body)).inline).toEqual({
    script: [],
    style: [],
  })
})

test.each([
  ['<script>stray()</script>', /a\.html: an inline script or style/],
  ['<style>p{color:red}</style>', /a\.html: an inline script or style/],
  ['<p style="color:red">x</p>', /a\.html: a style attribute/],
])('%s would be blocked: the build fails', (body, message) => {
  expect(() => takeInlineSources('a.html', page("script-src 'self';", body))).toThrow(message)
})

test('a page without a policy fails the build', () => {
  expect(() => takeInlineSources('a.html', '<html></html>')).toThrow('a.html')
})
