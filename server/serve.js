// This file is JavaScript, for Node versions without TypeScript support.
import process from 'node:process'

/** First Node version that runs TypeScript without a warning. */
const REQUIRED_VERSION = [24, 12]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < REQUIRED_VERSION[0] || (major === REQUIRED_VERSION[0] && minor < REQUIRED_VERSION[1])) {
  console.error(
    `The portal needs Node ${REQUIRED_VERSION.join('.')} or newer, and this is ${process.versions.node}.`,
  )
  process.exit(1)
}
await import('./main.ts')
