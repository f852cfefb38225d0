import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '../programs/program.ts'

test('a build has no gallery, neither its page nor its parts', () => {
  const paths = globSync('dist/**/*.{html,css,js}', { cwd: PROJECT })
  expect(paths).toContain('dist/client/connect.html')
  expect(paths.filter((path) => path.includes('gallery'))).toEqual([])
  const mark = /data-gallery|gallery-grid/
  const marked = paths.filter((path) => mark.test(readFileSync(join(PROJECT, path), 'utf8')))
  expect(marked).toEqual([])
})
