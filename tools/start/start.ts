import {
  printAddresses,
  readStartOptions,
  build,
  portalAt,
  sandboxAt,
  startPortalFor,
  startSandboxFor,
} from './session.ts'

const options = await readStartOptions()
// Starts before the build, so that a mistake shows at once.
const sandbox = await startSandboxFor(options)
await build()
await startPortalFor(options, sandbox.environment)
printAddresses(options, [portalAt(options), sandboxAt(sandbox)])
