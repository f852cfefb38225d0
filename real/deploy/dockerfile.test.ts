import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { imageProblems, instructionsOf, lastOf, readDockerfile } from './dockerfile.ts'

const text = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
const ignored = readFileSync(new URL('../../.dockerignore', import.meta.url), 'utf8')

const withLine = (from: RegExp, to: string) => {
  expect(text).toMatch(from)
  return imageProblems(readDockerfile(text.replace(from, to)))
}

test('the image is pinned, runs as nobody in particular, and gets its signals', () => {
  expect(imageProblems(readDockerfile(text))).toEqual([])
})

test('one Node builds, where the engine is, and runs on every kind of machine', () => {
  const { stages } = readDockerfile(text)
  const nodes = stages.filter(({ from }) => from.startsWith('node:'))
  expect(nodes.map(({ platform }) => platform)).toEqual(['$BUILDPLATFORM', undefined])
  expect(new Set(nodes.map(({ from }) => from)).size).toBe(1)
})

test('the build hears which commit it is of, late: what is installed does not depend on it', () => {
  const build = readDockerfile(text).stages.find(({ name }) => name === 'build')
  const said = (build?.instructions ?? []).map(({ keyword, value }) => `${keyword} ${value}`)
  const at = said.indexOf('ARG BUILD_COMMIT')
  expect(at).toBeGreaterThan(-1)
  expect(said[at + 1]).toMatch(/^RUN .*npm run build/)
})

test('Node does not start once more to look whether the portal is well', () => {
  const { stages } = readDockerfile(text)
  const look = lastOf({ defaults: {}, stages }, stages.at(-1) ?? expect.fail(), 'HEALTHCHECK')
  expect(look).toMatch(/^CMD \["bash", /)
})

test.each([
  ['a tag alone', /@sha256:\w+/, '', 'not pinned'],
  ['a digest alone', /:24-bookworm-slim@/, '@', 'not pinned'],
  ['no user', /\nUSER 10001:10001\n(?=EXPOSE)/, '\n', 'USER'],
  ['root', /USER 10001:10001\n(?=EXPOSE)/, 'USER 0:0\n', 'USER'],
  ['a name', /USER 10001:10001\n(?=EXPOSE)/, 'USER node\n', 'USER'],
  ['a shell', /ENTRYPOINT \[.*\]\n$/, 'ENTRYPOINT node server/main.ts\n', 'ENTRYPOINT'],
  ['nobody looking', /HEALTHCHECK .*\\\n.*\n/, '', 'HEALTHCHECK'],
  ['another signal', /STOPSIGNAL SIGTERM/, 'STOPSIGNAL SIGKILL', 'STOPSIGNAL'],
])('%s is found', (_what, from, to, problem) => {
  expect(withLine(from, to)).toEqual([expect.stringContaining(problem)])
})

test('instructions are read with those of the stages before', () => {
  const file = readDockerfile(
    [
      'ARG KIND=one',
      'FROM a:1 AS one',
      '# a comment',
      'RUN x \\',
      '  && y',
      'from ${KIND} AS two',
      'COPY --from=one --chmod=555 /a b ./',
    ].join('\n'),
  )
  expect(instructionsOf(file, file.stages[1] ?? expect.fail())).toEqual([
    { keyword: 'RUN', flags: {}, value: 'x && y' },
    { keyword: 'COPY', flags: { from: 'one', chmod: '555' }, value: '/a b ./' },
  ])
})

test('what is left out is named as it is, without patterns', () => {
  const names = ignored.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(names.filter((name) => !/^[\w.-]+$/.test(name))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['.git', 'node_modules', 'dist', '.sandbox']))
})

test('the image with the sandbox has the contract that it serves', () => {
  expect(ignored.split('\n')).not.toContain('docs')
})
