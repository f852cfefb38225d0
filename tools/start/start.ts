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
// Before the build, which takes its time: a mistake that stops the sandbox shows at once.
const sandbox = await startSandboxFor(options)
await build()
await startPortalFor(options, sandbox.environment)
announce(options, [portalAt(options), sandboxAt(sandbox)])
