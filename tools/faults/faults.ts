/**
 * Tries deliberate faults, one at a time, and tells of each whether the tests notice it:
 *
 *   node tools/faults/faults.ts [--only TEXT]… [--near] [--built]
 *
 * It works on the last commit, in a copy of its own. A fault is shown first to the tests near
 * the changed file, then to all unit tests that reach it, then to the type check. With `--built`, what
 * only a browser or a finished build can see is shown to the test that the list names for it.
 * `--near` stops after the first of these: quick, and what it misses may still be noticed further on.
 * `--only` takes the faults whose name or file contains the text.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { faults, type Fault } from './list.ts'

const ROOT = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    near: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
  },
})

const git = (...words: string[]) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' })
const folder = mkdtempSync(join(tmpdir(), 'faults-'))
const copy = join(folder, 'copy')

interface Run {
  passed: boolean
  output: string
}

function run(command: string, ...words: string[]): Run {
  const bin = join(copy, 'node_modules/.bin', command)
  const { status, stdout } = spawnSync(bin, words, { cwd: copy, encoding: 'utf8' })
  return { passed: status === 0, output: stdout }
}

interface Results {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

/** The test files that fail, three at most, and the first failing test of each. */
function failuresIn(...words: string[]): { path: string; test: string }[] {
  const file = join(folder, 'results.json')
  rmSync(file, { force: true })
  // A busy machine is no failure.
  const patience = ['--testTimeout=90000', '--expect.poll.timeout=30000']
  const reporting = ['--bail=3', '--reporter=json', `--outputFile=${file}`, ...patience]
  if (run('vitest', ...words, '--passWithNoTests', ...reporting).passed) return []
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Results
  return testResults.filter(isFailed).map(({ name, assertionResults }) => {
    const path = relative(copy, name)
    return { path, test: assertionResults.find(isFailed)?.fullName ?? path }
  })
}

const isFailed = ({ status }: { status: string }) => status === 'failed'

/** A test that fails twice: on a busy machine one may fail by itself. Null: none does. */
function failingTest(...words: string[]): string | null {
  for (const { path } of failuresIn(...words)) {
    const [again] = failuresIn('run', path)
    if (again) return again.test
  }
  return null
}

/** Test files that name the changed one in an import; where there are none, those of its folder. */
function nearTests(file: string): string[] {
  const words = ['grep', '-lF', `/${basename(file)}'`, '--', '*.test.ts', '*.test.tsx']
  const { stdout } = spawnSync('git', words, { cwd: copy, encoding: 'utf8' })
  const importers = stdout.split('\n').filter((path) => /^(?!.*\.(?:built|deploy)\.)./.test(path))
  const beside = /^(?:sandbox|server)\//.exec(file)?.[0] ?? `${dirname(file)}/`
  return importers.length > 0 ? importers : [beside]
}

/** What only a finished build shows: `built: <test file>` or `browser: <spec file>`. */
function failingAfterBuild(seenBy: string): string | null {
  const [kind, path = ''] = seenBy.split(': ')
  const build = spawnSync('npm', ['run', 'build'], { cwd: copy, encoding: 'utf8' })
  if (build.status !== 0) return 'the build'
  if (kind === 'built') return failingTest('run', '--project', 'built', path)
  const { passed, output } = run('playwright', 'test', '--project=portal', '--max-failures=1', path)
  return passed ? null : (/^\s+1\) (.*)$/m.exec(output)?.[1] ?? path)
}

/** Who notices the fault that the copy has now; null: nobody. */
function noticedBy({ file, seenBy }: Fault): string | null {
  const unit = ['--project', 'unit']
  const near = failingTest('run', ...unit, ...nearTests(file))
  if (near !== null || values.near) return near
  const far = failingTest('related', '--run', ...unit, file)
  if (far !== null) return far
  const types = ['--noEmit', '--incremental', '--tsBuildInfoFile', join(folder, 'types')]
  const { passed, output } = run('tsc', ...types, '-p', '.')
  if (!passed) return `types: ${output.split('\n')[0] ?? ''}`
  return seenBy && values.built ? failingAfterBuild(seenBy) : null
}

function attempt(fault: Fault): 'noticed' | 'known' | 'left' | 'not noticed' | 'broken' {
  const { file, name, find, replace, seenBy, known } = fault
  const path = join(copy, file)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const count = text.split(find).length - 1
  const tell = (what: string) => console.log(`${what.padEnd(12)} ${file}: ${name}`)
  if (count !== 1) {
    tell(`${count} places`)
    return 'broken'
  }
  writeFileSync(
    path,
    text.replace(find, () => replace),
  )
  const test = noticedBy(fault)
  writeFileSync(path, text)
  if (test !== null) {
    tell('noticed')
    console.log(`             by ${test}`)
    return 'noticed'
  }
  if (seenBy && !values.built) {
    tell('left')
    console.log(`             to ${seenBy}`)
    return 'left'
  }
  tell(values.near ? 'not near' : 'NOT NOTICED')
  if (known) console.log(`             known: ${known}`)
  return known ? 'known' : 'not noticed'
}

const isWanted = ({ file, name }: Fault) =>
  values.only.length === 0 || values.only.some((text) => `${file}: ${name}`.includes(text))

const commit = git('rev-parse', '--short', 'HEAD').trim()
git('worktree', 'add', '--detach', '--quiet', copy, commit)
try {
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  const outcomes = faults.filter(isWanted).map(attempt)
  const counted = Map.groupBy(outcomes, (outcome) => outcome)
  const parts = [...counted].map(([outcome, all]) => `${all.length} ${outcome}`)
  console.log(`\n${outcomes.length} faults at ${commit}:`)
  console.log(parts.join(', '))
  if (counted.has('not noticed') || counted.has('broken')) process.exitCode = 1
} finally {
  git('worktree', 'remove', '--force', copy)
  rmSync(folder, { recursive: true })
}
