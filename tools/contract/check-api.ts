import { createInterface } from 'node:readline/promises'
import { checkService } from './service/checks.ts'
import { readOptions, usage, type ServiceCheckOptions } from './service/options.ts'
import type { CheckOutcome } from './service/outcome.ts'

const MARKS = { passed: '✓', failed: '✗', 'not run': '–' } as const

function describeWrites({
  url,
  administration,
  location,
  idempotencyHeader,
}: ServiceCheckOptions): string {
  const locations = idempotencyHeader === null ? 'a location' : 'two locations or more'
  const inAccounting =
    location === null
      ? ''
      : ` In the accounting package of location ${location}: a ledger, a journal, a relation and a product; settings and key are stored as they are, and both imports are started.`
  return `--writes makes at ${url}: an account, a registration and an administration; ${locations} in administration ${administration ?? ''}, with keys and payment ledgers.${inAccounting} All records are named "Contract check" and are not removed.`
}

/** Returns the reason why writes are not allowed. */
async function refusalToWrite(options: ServiceCheckOptions): Promise<string | null> {
  if (!options.writes || options.yes) return null
  if (!process.stdin.isTTY) return '--writes needs --yes without a terminal'
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${describeWrites(options)}\nGo on? (yes/no) `)
  terminal.close()
  return /^(y|yes|j|ja)$/i.test(answer.trim()) ? null : 'cancelled; no request was sent'
}

/** Removes tokens from a text, because services may repeat them. */
const maskTokens = ({ token, foreignToken }: ServiceCheckOptions, text: string) =>
  [token, foreignToken].reduce<string>(
    (result, secret) => (secret === null ? result : result.replaceAll(secret, '(token)')),
    text,
  )

async function checkApi(options: ServiceCheckOptions): Promise<number> {
  const { url, json } = options
  const outcomes: CheckOutcome[] = []
  await checkService(options, (outcome) => {
    const { name, result } = outcome
    const reason = maskTokens(options, outcome.reason)
    outcomes.push({ name, result, reason })
    const text = result === 'passed' ? reason : `${result}, ${reason}`
    if (!json) console.log(`${MARKS[result]} ${name}: ${text}`)
  })
  const count = (result: CheckOutcome['result']) =>
    outcomes.filter((outcome) => outcome.result === result).length
  const counts = { passed: count('passed'), failed: count('failed'), notRun: count('not run') }
  console.log(
    json
      ? JSON.stringify({ url, ...counts, checks: outcomes }, null, 2)
      : `${counts.passed} passed, ${counts.failed} failed, ${counts.notRun} not run: ${url}`,
  )
  return counts.failed
}

const options = readOptions(process.argv.slice(2), process.env)
const refusal =
  typeof options === 'string' ? `${options} (${usage})` : await refusalToWrite(options)
if (refusal !== null || typeof options === 'string') {
  console.error(`check:api: ${refusal}`)
  process.exitCode = 2
} else {
  process.exitCode = (await checkApi(options)) > 0 ? 1 : 0
}
