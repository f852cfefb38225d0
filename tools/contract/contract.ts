import { writeFile } from 'node:fs/promises'
import { commandLine } from '../programs/command-line.ts'
import { contractFiles, contractText, storedContract } from './document/file.ts'
import { documentProblems } from './document/judge.ts'
import type { Form } from './document/schemas.ts'

/** Judges a document and writes it, where it is all right and not only compared. */
async function contract(form: Form, isWritten: boolean): Promise<string[]> {
  const text = await contractText(form)
  const problems = await documentProblems(text)
  if (problems.length > 0 || !isWritten) return problems
  await writeFile(contractFiles[form], text)
  return []
}

const { check } = commandLine({ options: { check: { type: 'boolean', default: false } } }).values
const problems = [...(await contract('tolerant', !check)), ...(await contract('strict', !check))]
if (problems.length === 0 && (await storedContract()) !== (await contractText('tolerant'))) {
  problems.push(
    'docs/openapi.json is not what the descriptors say; run npm run contract -w tools/contract',
  )
}
if (problems.length > 0) {
  console.error(['Contract:', ...problems.map((problem) => `- ${problem}`)].join('\n'))
  process.exitCode = 1
}
