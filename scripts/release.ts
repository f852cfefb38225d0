import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { releaseIn } from '../server/version.ts'

const MAIN = 'main'

/** What a version is called in git. */
const tagOf = (version: string) => `v${version}`

/** Versions of the portal, as documents and manifests for operators name them. */
const NAMED_VERSION =
  /(?:(?<!PREVIOUS=)koppelpunt[@:]|newTag: |\bVERSION=|"status":"ok","version":")v?(\d+\.\d+\.\d+(?:-[\w.]+)?)/g

/** Where they stand; what was decided and released once names what there was then. */
const NAMING = ['README.md', 'Dockerfile', 'docs', 'deploy', ':!docs/decisions']

/** One thing that has to be so before a release, and why it is not. */
export interface Finding {
  name: string
  problems: readonly string[]
}

interface Heading {
  /** A version, or `Unreleased`. */
  title: string
  date: string | undefined
  hasText: boolean
}

/** The sections of a changelog, the newest first. */
function headingsOf(changelog: string): Heading[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      const [, title = heading, date] = /^\[([^\]]+)\](?: - (.*))?$/.exec(heading) ?? []
      return { title, date, hasText: lines.some((line) => line.startsWith('- ')) }
    })
}

/** Why `changelog` is not that of a release of `version` on a day, `YYYY-MM-DD`. */
export function changelogProblems(changelog: string, version: string, today: string): string[] {
  const headings = headingsOf(changelog)
  const newest = headings.find(({ title }) => title !== 'Unreleased')
  const problems: string[] = []
  if (headings.some(({ title, hasText }) => title === 'Unreleased' && hasText)) {
    problems.push(`"Unreleased" has entries, expected them below [${version}]`)
  }
  if (newest?.title !== version) {
    problems.push(`the newest version is ${newest?.title ?? 'missing'}, expected [${version}]`)
    return problems
  }
  const date = newest.date ?? ''
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date))) {
    problems.push(`[${version}] has no date, expected " - ${today}"`)
  } else if (date > today) problems.push(`[${version}] is of ${date}, which is yet to come`)
  if (!newest.hasText) problems.push(`[${version}] has no entries`)
  return problems
}

/** Why the work tree in a folder is no release on a day, `YYYY-MM-DD`; it is changed by nothing here. */
export function repositoryFindings(folder: string, today: string): Finding[] {
  const git = (...parameters: string[]) =>
    execFileSync('git', parameters, { cwd: folder, encoding: 'utf8' }).trimEnd()
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')

  const { version } = JSON.parse(read('package.json')) as { version: string }
  const lock = JSON.parse(read('package-lock.json')) as {
    version?: string
    packages: Record<string, { version?: string }>
  }
  const changed = git('status', '--porcelain')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.slice('XY '.length))
  const branch = git('branch', '--show-current')
  const files = git('ls-files', '--', ...NAMING)
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(folder, file)))
  const others = files.flatMap((file) =>
    [...read(file).matchAll(NAMED_VERSION)]
      .filter(([, named]) => named !== version)
      .map(([text]) => `${file} has ${text}, expected ${version}`),
  )
  const finding = (name: string, ...problems: (string | false)[]): Finding => ({
    name,
    problems: problems.filter((problem) => problem !== false),
  })
  return [
    finding(
      'everything is committed',
      changed.length > 0 && `${changed.length} files are not: ${changed.slice(0, 3).join(', ')}`,
    ),
    finding(`on ${MAIN}`, branch !== MAIN && `on ${branch || 'no branch'}`),
    finding(
      `package-lock.json is of ${version}`,
      ...[lock.version, lock.packages['']?.version].map(
        (locked) => locked !== version && `it says ${locked ?? 'nothing'}`,
      ),
    ),
    finding('the changelog', ...changelogProblems(read('CHANGELOG.md'), version, today)),
    finding(
      `${tagOf(version)} is new`,
      git('tag', '--list', tagOf(version)) !== '' && 'there is such a tag',
    ),
    finding('documents name this version', ...others),
  ]
}

/** Why the build in a folder's `dist` is not one of `version`, or cannot be started as one. */
export async function buildFinding(
  folder: string,
  version: string,
  healthOf: () => Promise<unknown>,
): Promise<Finding> {
  const name = `the build is of ${version}`
  const home = join(folder, 'dist', 'client', 'index.html')
  if (!existsSync(home)) return { name, problems: ['there is none; run: npm run build'] }
  try {
    const inPage = releaseIn(readFileSync(home, 'utf8')).version
    const health = (await healthOf()) as { version?: unknown }
    return {
      name,
      problems: [
        ...(inPage === version ? [] : [`its pages say ${inPage}; run: npm run build`]),
        ...(health.version === version ? [] : [`/healthz says ${JSON.stringify(health)}`]),
      ],
    }
  } catch (error) {
    return { name, problems: [error instanceof Error ? error.message : String(error)] }
  }
}
