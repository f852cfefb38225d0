import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from '../programs/program.ts'

/** Versions of the portal, as documents and manifests for operators name them. */
const NAMED_VERSION =
  /(?:(?<!PREVIOUS=)koppelpunt[@:]|newTag: |\bVERSION=|"status":"ok","version":")v?(\d+\.\d+\.\d+(?:-[\w.]+)?)/g

/** Where they stand; what was decided and released once names what there was then. */
const NAMING = [
  'package-lock.json',
  'README.md',
  'Dockerfile',
  'docs',
  'deploy',
  ':!docs/decisions',
]

/** Why a changelog is not that of a release of `version`: its notes would lack what changed. */
function changelogProblems(changelog: string, version: string): string[] {
  const sections = changelog.split(/^## /m)
  const sectionOf = (title: string) => sections.find((section) => section.startsWith(`[${title}]`))
  const hasEntries = (section = '') => /^- /m.test(section)
  const own = sectionOf(version)
  return [
    ...(hasEntries(sectionOf('Unreleased')) ? [`"Unreleased" has entries of [${version}]`] : []),
    ...(hasEntries(own) ? [] : [`[${version}] has no entries`]),
    ...(/^\S+ - \d{4}-\d\d-\d\d\n/.test(own ?? '') ? [] : [`[${version}] has no date`]),
  ].map((problem) => `CHANGELOG.md: ${problem}`)
}

/**
 * Why `version` cannot be released with these texts; empty when all is well.
 *
 * @param texts path → text of the lock, and of all documents and manifests that name a version
 */
export function releaseProblems(
  version: string,
  changelog: string,
  texts: ReadonlyMap<string, string>,
): string[] {
  const { packages = {} } = JSON.parse(texts.get('package-lock.json') ?? '{}') as {
    packages?: Readonly<Record<string, { version?: string }>>
  }
  const locked = packages['']?.version
  const others = [...texts].flatMap(([path, text]) =>
    [...text.matchAll(NAMED_VERSION)]
      .filter(([, named]) => named !== version)
      .map(([found]) => `${path} has ${found}, expected ${version}`),
  )
  return [
    ...(locked === version ? [] : [`package-lock.json is of ${locked ?? 'no version'}`]),
    ...changelogProblems(changelog, version),
    ...others,
  ]
}

if (import.meta.main) {
  const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8')
  const list = ['ls-files', '-z', '--', ...NAMING]
  const paths = execFileSync('git', list, { cwd: PROJECT, encoding: 'utf8' }).split('\0')
  const texts = new Map(paths.filter(Boolean).map((path) => [path, read(path)]))
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const problems = releaseProblems(version, read('CHANGELOG.md'), texts)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`${version} can be tagged`)
}
