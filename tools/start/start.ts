import {
  printAddresses,
  readOptionsOrExit,
  buildOrExit,
  createPortalRow,
  createSandboxRow,
  startPortalWithOptions,
  startSandboxWithOptions,
} from './session.ts'

const options = await readOptionsOrExit()
// The sandbox reports wrong options before the build starts.
const sandbox = await startSandboxWithOptions(options)
await buildOrExit()
await startPortalWithOptions(options, sandbox.environment)
printAddresses(options, [createPortalRow(options), createSandboxRow(sandbox)])
