import { expect, test } from 'vitest'
import { kindOf } from './answers.ts'

test.each([
  [200, '/', 'page'],
  [200, '/en/connect?administration=1.5', 'page'],
  [304, '/wizard', 'page'],
  [200, '/assets/page.a1.js', 'asset'],
  [304, '/favicon.svg', 'asset'],
  [200, '/config.json', 'endpoint'],
  [200, '/healthz?x', 'endpoint'],
  [503, '/readyz', 'endpoint'],
  [500, '/config.json', 'endpoint'],
  [301, '/connect/', 'redirect'],
  [302, '/?state=signed-out', 'redirect'],
  [404, '/assets/old.js', 'missing'],
  [405, '/healthz', 'refused'],
  [400, 'nonsense', 'refused'],
  [414, '/long', 'refused'],
] as const)('%i of %s is a %s', (status, target, kind) => {
  expect(kindOf(status, target)).toBe(kind)
})
