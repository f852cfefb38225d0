import { spawnSync } from 'node:child_process'
import { installed } from '../installed.ts'
import { Unavailable } from '../unavailable.ts'

const MINIMUM_JAVA = 17

/** @throws {Unavailable} without a Java that Keycloak runs on */
export function expectJava(): void {
  const home = process.env.JAVA_HOME
  const java = home ? `${home}/bin/java` : installed('java', 'default-jre-headless')
  const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' })
  const [, major = ''] = /version "(\d+)/.exec(stderr) ?? []
  if (!(Number(major) >= MINIMUM_JAVA))
    throw new Unavailable(`Keycloak needs Java ${MINIMUM_JAVA} or newer, and ${java} is ${major}`)
}
