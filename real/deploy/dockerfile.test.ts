import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { imageProblems, instructionsOf, readDockerfile } from './dockerfile.ts'

const text = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
const ignored = readFileSync(new URL('../../.dockerignore', import.meta.url), 'utf8')

const withLine = (from: RegExp, to: string) => {
  expect(text).toMatch(from)
  return imageProblems(readDockerfile(text.replace(from, to)))
}

test('the image is pinned, runs as nobody in particular, and gets its signals', () => {
  expect(imageProblems(readDockerfile(text))).toEqual([])
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
