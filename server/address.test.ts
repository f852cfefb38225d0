import { expect, test } from 'vitest'
import { readAddress, readPort } from './address.ts'

test('loopback on 4321 unless told otherwise', () => {
  const fallback = { ok: true, port: 4321, host: 'localhost' }
  expect(readAddress({})).toEqual(fallback)
  expect(readAddress({ PORT: '', HOST: ' ' })).toEqual(fallback)
  expect(readAddress({ PORT: '80', HOST: '::' })).toEqual({ ok: true, port: 80, host: '::' })
})

test.each(['0', '-1', '65536', '99999', '80a', '8e1', '0x50', '4321.0', '٤٣٢١', '1 2'])(
  'PORT=%s is refused',
  (given) => {
    expect(readPort({ PORT: given }, 'PORT', 1)).toMatch(/^PORT is ".*", expected a port/)
  },
)

test('both problems are told', () => {
  const read = readAddress({ PORT: 'x', HOST: 'http://localhost/' })
  expect(!read.ok && read.problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'HOST',
  ])
})
