import { createInterface } from 'node:readline/promises'
import { checkService } from '../contract/service/checks.ts'
import { refusalToWrite } from '../contract/service/consent.ts'
import { readOptions, usage } from '../contract/service/options.ts'
import type { Options } from '../contract/service/options.ts'
import type { Outcome } from '../contract/service/service.ts'

const MARKS = { passed: '✓', failed: '✗', 'not run': '–' } as const

/** Asks whoever sits at the terminal; null where nobody does. */
const ask = process.stdin.isTTY
  ? async (question: string) => {
      const terminal = createInterface({ input: process.stdin, output: process.stderr })
      const answer = await terminal.question(question)
      terminal.close()
      return answer
    }
  : null

/** What a service says may hold what it was sent. */
const masked = ({ token, foreignToken }: Options, text: string) =>
  [token, foreignToken].reduce<string>(
    (result, secret) => (secret === null ? result : result.replaceAll(secret, '(token)')),
    text,
  )

async function checkApi(options: Options): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  await checkService(options, (outcome) => {
    const { name, result } = outcome
    const reason = masked(options, outcome.reason)
    outcomes.push({ name, result, reason })
    if (options.json) return
    console.log(
      `${MARKS[result]} ${name}: ${result === 'passed' ? reason : `${result}, ${reason}`}`,
    )
  })
  return outcomes
}

const options = readOptions(process.argv.slice(2), process.env)
const refusal =
  typeof options === 'string' ? `${options} (${usage})` : await refusalToWrite(options, ask)
if (refusal !== null || typeof options === 'string') {
  console.error(`check:api: ${refusal}`)
  process.exitCode = 2
} else {
  const outcomes = await checkApi(options)
  const count = (result: Outcome['result']) =>
    outcomes.filter((outcome) => outcome.result === result).length
  const counts = { passed: count('passed'), failed: count('failed'), notRun: count('not run') }
  console.log(
    options.json
      ? JSON.stringify({ url: options.url, ...counts, checks: outcomes }, null, 2)
      : `${counts.passed} passed, ${counts.failed} failed, ${counts.notRun} not run: ${options.url}`,
  )
  process.exitCode = counts.failed > 0 ? 1 : 0
}
