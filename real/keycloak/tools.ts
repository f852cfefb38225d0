import { spawnSync } from 'node:child_process'
import { installPackage, isDebian } from '../../scripts/debian.ts'
import { Unavailable } from '../unavailable.ts'

const MINIMUM_JAVA = 17

const answers = (program: string) => spawnSync(program, ['-version']).status === 0

/**
 * `program`, which is installed first where it is missing and this is root on Debian or Ubuntu.
 *
 * @throws {Unavailable}
 */
export function installed(program: string, debianPackage: string): string {
  if (!answers(program) && process.getuid?.() === 0 && isDebian()) installPackage(debianPackage)
  if (!answers(program))
    throw new Unavailable(`"${program}" is missing; install "${debianPackage}"`)
  return program
}

/** @throws {Unavailable} without a Java that Keycloak runs on */
export function expectJava(): void {
  const home = process.env.JAVA_HOME
  const java = home ? `${home}/bin/java` : installed('java', 'default-jre-headless')
  const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' })
  const [, major = ''] = /version "(\d+)/.exec(stderr) ?? []
  if (!(Number(major) >= MINIMUM_JAVA))
    throw new Unavailable(`Keycloak needs Java ${MINIMUM_JAVA} or newer, and ${java} is ${major}`)
}
