import { checkService } from '../contract/service/checks.ts'
import { readOptions, usage } from '../contract/service/options.ts'
import type { Options } from '../contract/service/options.ts'
import type { Outcome } from '../contract/service/service.ts'

const MARKS = { passed: '✓', failed: '✗', 'not run': '–' } as const

async function checkApi(options: Options): Promise<Outcome[]> {
  // What a service says may hold what it was sent.
  const print = (text: string) => console.log(text.replaceAll(options.token, '(token)'))
  const outcomes: Outcome[] = []
  await checkService(
    options,
    (outcome) => {
      outcomes.push(outcome)
      const { name, result, reason } = outcome
      print(`${MARKS[result]} ${name}: ${result === 'passed' ? reason : `${result}, ${reason}`}`)
    },
    print,
  )
  return outcomes
}

const options = readOptions(process.argv.slice(2), process.env)
if (typeof options === 'string') {
  console.error(`check:api: ${options} (${usage})`)
  process.exitCode = 2
} else {
  const outcomes = await checkApi(options)
  const count = (result: Outcome['result']) =>
    outcomes.filter((outcome) => outcome.result === result).length
  console.log(
    `${count('passed')} passed, ${count('failed')} failed, ${count('not run')} not run: ${options.url}`,
  )
  process.exitCode = count('failed') > 0 ? 1 : 0
}
