import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchBy, fetched } from '../../programs/installed.ts'

/** What npm says where the package registry does not answer. */
const SILENCE =
  /npm (?:error|ERR!) code (E(?:NOTFOUND|AI_AGAIN|CONN\w+|\w*TIME(?:D)?OUT|\w+UNREACH|40[34]|5\d\d)|ERR_SOCKET_TIMEOUT)/

const read = (name: string) =>
  [name, readFileSync(new URL(`packages/${name}`, import.meta.url), 'utf8')] as const

/**
 * The folder with Unleash and its database in `node_modules`: what the lock in `packages/` names,
 * each package checked against its hash, none of its install scripts run.
 *
 * @throws {Unavailable} where the package registry does not answer
 */
export function installUnleash(): Promise<string> {
  const manifests = [read('package.json'), read('package-lock.json')]
  const texts = manifests.map(([, text]) => text)
  return fetched('unleash', texts, async (folder) => {
    for (const [name, text] of manifests) await writeFile(join(folder, name), text)
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1']
    await fetchBy('npm', ['ci', ...quiet], { cwd: folder, silence: SILENCE })
  })
}
