import { expect, test } from 'vitest'
import { sectionProblems } from './sections.ts'

/** Put together here, so that the check does not take these samples for references. */
const text = (sample: string) => sample.replaceAll('S', '\u00a7')

const pages = {
  product: text('# Product\n\n## S1 Shell\n\nS2 is not a heading.\n\n## S7 Calls\n'),
  contract: text('## S1 Name\n\n## S3 Calls\n\n### S3.1 Keys\n'),
}
const problems = (sample: string) => sectionProblems(pages, new Map([['src/a.ts', text(sample)]]))

test.each([
  '/** The shell (S1), and its calls (S7). */',
  'S1, S7 and S1',
  'specification S7, contract S3',
  'Contract S3, contract S3.1',
  '(S7, contract S3)',
  'contract S1 and S3',
  'what (contract\n * S3) says',
  'a S of nothing',
])('%j leads somewhere', (sample) => {
  expect(problems(sample)).toEqual([])
})

test.each([
  ['\n\n// S9', 'src/a.ts:3 S9 is no section of docs/product.md'],
  ['S1, S2', 'src/a.ts:1 S2 is no section of docs/product.md'],
  ['S1 or\n * S12', 'src/a.ts:2 S12 is no section of docs/product.md'],
  ['S7.1', 'src/a.ts:1 S7.1 is no section of docs/product.md'],
  ['contract S7', 'src/a.ts:1 S7 is no section of docs/contract.md'],
  ['contract S3 and S7', 'src/a.ts:1 S7 is no section of docs/contract.md'],
  ['/** (contract\n * S7) */', 'src/a.ts:2 S7 is no section of docs/contract.md'],
  ['contract S3, see S3', 'src/a.ts:1 S3 is no section of docs/product.md'],
  ['S3, contract S3', 'src/a.ts:1 S3 is no section of docs/product.md'],
  ['decisions S1', 'src/a.ts:1 S1 is no section of docs/decisions'],
])('%j does not', (sample, problem) => {
  expect(problems(sample)).toEqual([text(problem)])
})

test.each(['RFC 6749 S6', 'RFC 9110 S5.6.2', 'RFC 6749\n * S12', 'RFC 9110 S8 and S9'])(
  '%j is of somebody else',
  (sample) => {
    expect(problems(sample)).toEqual([])
  },
)

test('a heading is a section, and refers to none', () => {
  const others = new Map([['docs/contract.md', pages.contract]])
  expect(sectionProblems(pages, others)).toEqual([])
})
