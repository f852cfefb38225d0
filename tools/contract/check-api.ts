import { createInterface } from 'node:readline/promises'
import { checkService } from './service/checks.ts'
import { readOptions, usage, type Options } from './service/options.ts'
import type { Outcome } from './service/outcome.ts'

const MARKS = { passed: '✓', failed: '✗', 'not run': '–' } as const

/** What `--writes` leaves behind. */
function consequences({ url, administration, location, idempotencyHeader }: Options): string {
  const locations = idempotencyHeader === null ? 'a location' : 'two locations or more'
  const inAccounting =
    location === null
      ? ''
      : ` In the accounting package of location ${location}: a ledger, a journal, a relation and a product; settings and key are stored as they are, and both imports are started.`
  return `--writes makes at ${url}: an account, a registration and an administration; ${locations} in administration ${administration ?? ''}, with keys and payment ledgers.${inAccounting} All is called "Contract check", and nothing removes it again.`
}

/** Why nothing may be written, in a line; null where whoever sits at the terminal agrees. */
async function refusalToWrite(options: Options): Promise<string | null> {
  if (!options.writes || options.yes) return null
  if (!process.stdin.isTTY) return '--writes needs --yes where nobody can be asked'
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${consequences(options)}\nGo on? (yes/no) `)
  terminal.close()
  return /^(y|yes|j|ja)$/i.test(answer.trim()) ? null : 'not agreed to; nothing was asked'
}

/** What a service says may hold what it was sent. */
const masked = ({ token, foreignToken }: Options, text: string) =>
  [token, foreignToken].reduce<string>(
    (result, secret) => (secret === null ? result : result.replaceAll(secret, '(token)')),
    text,
  )

/** Prints the outcomes as they come, or all as JSON; what failed. */
async function checkApi(options: Options): Promise<readonly Outcome[]> {
  const { url, json } = options
  const outcomes: Outcome[] = []
  await checkService(options, ({ name, result, reason: told }) => {
    const reason = masked(options, told)
    outcomes.push({ name, result, reason })
    const said = result === 'passed' ? reason : `${result}, ${reason}`
    if (!json) console.log(`${MARKS[result]} ${name}: ${said}`)
  })
  const those = (wanted: Outcome['result']) => outcomes.filter(({ result }) => result === wanted)
  const [passed, failed, notRun] = [those('passed'), those('failed'), those('not run')]
  const counts = { passed: passed.length, failed: failed.length, notRun: notRun.length }
  console.log(
    json
      ? JSON.stringify({ url, ...counts, checks: outcomes }, null, 2)
      : `${counts.passed} passed, ${counts.failed} failed, ${counts.notRun} not run: ${url}`,
  )
  return failed
}

const options = readOptions(process.argv.slice(2), process.env)
const refusal =
  typeof options === 'string' ? `${options} (${usage})` : await refusalToWrite(options)
if (refusal !== null || typeof options === 'string') {
  console.error(`check:api: ${refusal}`)
  process.exitCode = 2
} else {
  process.exitCode = (await checkApi(options)).length > 0 ? 1 : 0
}
