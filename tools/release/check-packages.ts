import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { licenceProblems, type Exception } from './licences.ts'
import { lockProblems, settingProblems, type Lock } from './lock.ts'
import { PROJECT } from '../programs/program.ts'

/** Folder of a lock → its packages with install scripts that work without them. */
const LOCKS = {
  // Its script puts the binary, a package of its own, into the place of the script that starts it.
  '.': ['esbuild', 'unrs-resolver'],
  'tools/services/unleash/packages': [
    '@scarf/scarf',
    'cpu-features',
    'es5-ext',
    'ssh2',
    'unleash-server',
  ],
} as const satisfies Record<string, readonly string[]>

/** None of these is in what browsers get; `licences.built.test.ts` makes sure. */
const EXCEPTIONS: readonly Exception[] = [
  {
    names: /^lightningcss(-|$)/,
    licence: 'MPL-2.0',
    because: 'Vite has it; unchanged, and nothing of it is passed on',
  },
]

const read = (path: string) => readFile(join(PROJECT, path), 'utf8')
const readLock = async (folder: string) =>
  JSON.parse(await read(`${folder}/package-lock.json`)) as Lock

const checksums = await Promise.all(
  Object.entries(LOCKS).map(async ([folder, inert]) =>
    lockProblems(await readLock(folder), inert).map((problem) => `${folder}: ${problem}`),
  ),
)
const problems = [
  ...settingProblems(await read('.npmrc')),
  ...checksums.flat(),
  ...licenceProblems(await readLock('.'), EXCEPTIONS),
]
if (problems.length > 0) {
  console.error(['Packages:', ...problems.map((problem) => `- ${problem}`)].join('\n'))
  process.exitCode = 1
}
