// JavaScript, so that a Node which is too old to run the rest can still run this check.
import process from 'node:process'

/** The first that runs TypeScript as it is without a warning; package.json of a package says so too. */
const NEEDED = [24, 12]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(
    `The portal needs Node ${NEEDED.join('.')} or newer, and this is ${process.versions.node}.`,
  )
  process.exit(1)
}
await import('./main.ts')
