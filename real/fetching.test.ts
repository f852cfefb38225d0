import { expect, test } from 'vitest'
import { everyTenth, runReading } from './fetching.ts'
import { readMegabytes } from './keycloak/distribution.ts'
import { countPackages } from './unleash/install.ts'

test('a line for each tenth, and none twice', () => {
  const told: string[] = []
  const tell = everyTenth((text) => told.push(text.trim()), 'MB')
  for (const done of [0, 3, 17, 18, 19, 36, 170, 176, 176]) tell(done, 176)
  expect(told).toEqual(['18 of 176 MB', '36 of 176 MB', '170 of 176 MB', '176 of 176 MB'])
})

test('Maven’s progress with what is as large as megabytes', () => {
  const told: [number, number][] = []
  const read = (text: string) => readMegabytes(text, (...each) => told.push(each))
  read('Progress (1): 458/575 kB\rProgress (1): 575 kB\r')
  read('Progress (1): 4.1/176 MB\rProgress (1): 45/176 MB\r')
  read('Progress (2): 572/575 kB | 46/176 MB\r')
  expect(told).toEqual([
    [45, 176],
    [46, 176],
  ])
})

test('the packages that npm has', () => {
  const count = countPackages()
  expect(count('npm http fetch GET 200 https://registry.test/a/-/a-1.0.0.tgz 12ms\n')).toBe(1)
  expect(count('npm http fetch GET 200 https://registry.test/b 9ms\nnpm http ca')).toBe(1)
  expect(count('che https://registry.test/c/-/c-1.0.0.tgz 1ms (cache hit)\n')).toBe(2)
})

test('what a program prints comes as it does, and a program that is missing says so', async () => {
  const read: string[] = []
  const ended = await runReading('sh', ['-c', 'echo one; echo two >&2; exit 3'], {
    read: (text) => read.push(text),
  })
  expect(ended.code).toBe(3)
  expect(read.join('').split('\n').toSorted()).toEqual(['', 'one', 'two'])
  const missing = await runReading('no-such-program', [])
  expect(missing).toMatchObject({ code: null, output: expect.stringContaining('ENOENT') as string })
})
