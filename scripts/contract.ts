import { writeFile } from 'node:fs/promises'
import { contractFile, contractText, storedContract } from '../contract/file.ts'
import { documentProblems } from '../contract/judge.ts'
import { commandLine } from './command-line.ts'

/** What is wrong with the document and, where it is only compared, with its file. */
async function contract(check: boolean): Promise<string[]> {
  const text = await contractText()
  const problems = await documentProblems(text)
  if (problems.length > 0) return problems
  if (!check) await writeFile(contractFile, text)
  return (await storedContract()) === text
    ? []
    : ['docs/openapi.json is not what the descriptors say; run npm run contract']
}

const { check } = commandLine({ options: { check: { type: 'boolean', default: false } } }).values
const problems = await contract(check)
if (problems.length > 0) {
  console.error(['Contract:', ...problems.map((problem) => `- ${problem}`)].join('\n'))
  process.exitCode = 1
}
