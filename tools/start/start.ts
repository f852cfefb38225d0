import {
  announce,
  begin,
  build,
  portalAt,
  sandboxAt,
  startPortalFor,
  startSandboxFor,
} from './session.ts'

const options = await begin()
// Starts before the build, so that a mistake shows at once.
const sandbox = await startSandboxFor(options)
await build()
await startPortalFor(options, sandbox.environment)
announce(options, [portalAt(options), sandboxAt(sandbox)])
