import { spawnSync } from 'node:child_process'
import { installPackage, isDebian } from './debian.ts'
import { Unavailable } from './unavailable.ts'

/**
 * `program`, which is installed first where it is missing and this is root on Debian or Ubuntu.
 *
 * @param versionFlag what the program tells its version for
 * @throws {Unavailable}
 */
export function installed(
  program: string,
  debianPackage: string,
  versionFlag = '-version',
): string {
  const answers = () => spawnSync(program, [versionFlag]).status === 0
  if (!answers() && process.getuid?.() === 0 && isDebian()) installPackage(debianPackage)
  if (!answers()) throw new Unavailable(`"${program}" is missing; install "${debianPackage}"`)
  return program
}
