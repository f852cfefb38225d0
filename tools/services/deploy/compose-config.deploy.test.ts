import { expect, test } from 'vitest'
import { said } from './tools.ts'

test('docker itself takes compose.yaml', () => {
  expect(said('docker', ['compose', 'config', '--quiet'])).toEqual({ isFine: true, output: '' })
})
