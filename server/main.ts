import { readConfiguration, unencryptedAddresses } from '../src/lib/configuration/variables.ts'
import { readAddress } from './address.ts'
import { listed, startupError } from './startup-error.ts'
import { start } from './start.ts'
import type { Portal } from './start.ts'

function refuse(text: string): never {
  console.error(text)
  process.exit(1)
}

/** Finishes what runs and leaves with 0; a second signal while it does so changes nothing. */
function stopOnSignals(portal: Portal): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    void portal.close().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

const address = readAddress(process.env)
const read = readConfiguration(process.env)
const problems = [...(address.ok ? [] : address.problems), ...(read.ok ? [] : read.problems)]
if (!address.ok || !read.ok) refuse(listed(problems))

const { port, host } = address
const portal = await start({ port, host, environment: process.env }).catch((error: unknown) =>
  refuse(startupError(error, port, 'PORT')),
)

// Astro's handler listens to unhandled rejections and keeps silent about most of them, which would
// leave a broken portal running: end it, as Node would have.
process.on('unhandledRejection', (error) => {
  console.error(error)
  process.exit(1)
})
stopOnSignals(portal)

for (const unencrypted of unencryptedAddresses(read.configuration)) {
  console.warn(`Warning: ${unencrypted} is not encrypted; use https outside this machine.`)
}
console.log(`Koppelpunt: ${portal.url}`)
