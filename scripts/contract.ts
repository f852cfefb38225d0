import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { contractFiles, contractText, storedContract } from '../contract/file.ts'
import { documentProblems } from '../contract/judge.ts'
import type { Form } from '../contract/schemas.ts'
import { commandLine } from './command-line.ts'

/** What is wrong with a document and, where it is only compared, with its file. */
async function contract(form: Form, check: boolean): Promise<string[]> {
  const text = await contractText(form)
  const problems = await documentProblems(text)
  if (problems.length > 0) return problems
  if (!check) await writeFile(contractFiles[form], text)
  return (await storedContract(form)) === text
    ? []
    : [
        `docs/${basename(contractFiles[form])} is not what the descriptors say; run npm run contract`,
      ]
}

const { check } = commandLine({ options: { check: { type: 'boolean', default: false } } }).values
const problems = [...(await contract('tolerant', check)), ...(await contract('strict', check))]
if (problems.length > 0) {
  console.error(['Contract:', ...problems.map((problem) => `- ${problem}`)].join('\n'))
  process.exitCode = 1
}
