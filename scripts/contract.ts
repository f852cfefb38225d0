import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { contractFile, contractText, storedContract } from '../contract/file.ts'
import { documentProblems } from '../contract/judge.ts'

/** Whether only to compare; or, in one line, what is wrong with the command line. */
function readOptions(parameters: readonly string[]): { check: boolean } | string {
  try {
    const { values } = parseArgs({
      args: [...parameters],
      options: { check: { type: 'boolean', default: false } },
    })
    return values
  } catch (error) {
    return (error as Error).message
  }
}

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

const options = readOptions(process.argv.slice(2))
if (typeof options === 'string') {
  console.error(`contract: ${options} (npm run contract -- [--check])`)
  process.exitCode = 2
} else {
  const problems = await contract(options.check)
  if (problems.length > 0) {
    console.error(['Contract:', ...problems.map((problem) => `- ${problem}`)].join('\n'))
    process.exitCode = 1
  }
}
