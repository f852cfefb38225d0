import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { licenceTexts } from './licence-texts.ts'

test('texts of licences, and where one is to be found that is not there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'koppelpunt-licences-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [a, b] = ['node_modules/a', 'node_modules/b'].map((path) => join(folder, path)) as [
    string,
    string,
  ]
  await mkdir(a, { recursive: true })
  await mkdir(b, { recursive: true })
  await writeFile(join(a, 'LICENSE.md'), 'Permission is granted.\n\n')
  await writeFile(join(a, 'NOTICE'), 'Made by many.')
  await writeFile(join(b, 'package.json'), '{"author":"B","repository":"b/b"}')
  expect(
    await licenceTexts(folder, [
      { path: 'node_modules/a', name: 'a', version: '1.0.0', license: 'MIT' },
      { path: 'node_modules/b', name: 'b', version: '2.0.0' },
    ]),
  ).toBe(
    [
      'a 1.0.0 (MIT)\n\nPermission is granted.\n\nMade by many.',
      '-'.repeat(80),
      'b 2.0.0 (no licence)\n\nThe package has no text of it. {"author":"B","repository":"b/b"}\n',
    ].join('\n\n'),
  )
})
