import { expect, test } from 'vitest'
import { refusalToWrite } from './consent.ts'
import { readOptions } from './options.ts'

const url = 'https://api.example.nl'

function optionsOf(...more: readonly string[]) {
  const options = readOptions([url, '--token', 's3cret', '--administration', '1', ...more], {})
  if (typeof options === 'string') throw new Error(options)
  return options
}

const nobody = () => Promise.reject(new Error('was asked'))

test('nobody is asked about reads, nor where it was agreed to', async () => {
  expect(await refusalToWrite(optionsOf(), nobody)).toBeNull()
  expect(await refusalToWrite(optionsOf('--writes', '--yes'), nobody)).toBeNull()
  expect(await refusalToWrite(optionsOf('--writes', '--yes'), null)).toBeNull()
})

test('without a terminal it has to be agreed to beforehand', async () => {
  expect(await refusalToWrite(optionsOf('--writes'), null)).toContain('--yes')
})

test.each([
  ['yes', null],
  [' Ja ', null],
  ['no', 'nothing was asked'],
  ['', 'nothing was asked'],
])('the answer %j', async (answer, refusal) => {
  const questions: string[] = []
  const ask = (question: string) => {
    questions.push(question)
    return Promise.resolve(answer)
  }
  const refused = await refusalToWrite(optionsOf('--writes', '--location', '2'), ask)
  if (refusal === null) expect(refused).toBeNull()
  else expect(refused).toContain(refusal)
  expect(questions).toHaveLength(1)
  expect(questions[0]).toContain(`at ${url}`)
  expect(questions[0]).toContain('in administration 1')
  expect(questions[0]).toContain('of location 2')
  expect(questions[0]).not.toContain('s3cret')
})
