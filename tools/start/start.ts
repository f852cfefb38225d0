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
// The sandbox starts before the build, so that wrong options are reported immediately.
const sandbox = await startSandboxFor(options)
await build()
await startPortalFor(options, sandbox.environment)
printAddresses(options, [portalAt(options), sandboxAt(sandbox)])
