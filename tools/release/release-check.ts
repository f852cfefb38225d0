import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { PROJECT_FOLDER } from '../programs/program.ts'

/** Returns the reasons why a changelog is not ready for release. */
export function findChangelogProblems(changelog: string, version: string): string[] {
  const sections = changelog.split(/^## /m)
  const sectionOf = (title: string) => sections.find((each) => each.startsWith(`[${title}]`)) ?? ''
  const hasEntries = (section: string) => /^- /m.test(section)
  const own = sectionOf(version)
  return [
    ...(hasEntries(sectionOf('Unreleased')) ? [`"Unreleased" has entries of [${version}]`] : []),
    ...(hasEntries(own) ? [] : [`[${version}] has no entries`]),
    ...(/^\S+ - \d{4}-\d\d-\d\d\n/.test(own) ? [] : [`[${version}] has no date`]),
  ]
}

if (import.meta.main) {
  const { version } = manifest
  const problems = findChangelogProblems(
    readFileSync(join(PROJECT_FOLDER, 'CHANGELOG.md'), 'utf8'),
    version,
  )
  for (const problem of problems) console.error(`CHANGELOG.md: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  else console.log(`${version} can be tagged`)
}
